/// <reference types="vite/client" />
import { prepareKeptPage } from './lib/keptPage.ts'
import { setLanguage } from './lib/setLanguage.ts'
import './styles.css'

prepareKeptPage()
// The server preloads the catalogue and the scripts. If it cannot be loaded, the default language is better than no page.
await setLanguage(document.documentElement.dataset.language).catch(() => setLanguage('default'))
await import('./start.tsx')
