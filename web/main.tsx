/// <reference types="vite/client" />
import { prepareKeptPage } from './lib/keptPage.ts'
import { setLanguage } from './lib/setLanguage.ts'
import './styles.css'

prepareKeptPage()
// The server preloads the catalogue and the other code at the same time. A page in the wrong language is better than none.
await setLanguage(document.documentElement.dataset.language).catch(() => setLanguage('default'))
await import('./start.tsx')
