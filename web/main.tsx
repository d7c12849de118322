/// <reference types="vite/client" />
import { prepareKeptPage } from './lib/keptPage.ts'
import { setLanguage } from './lib/setLanguage.ts'
import './styles.css'

prepareKeptPage()
// The server has the catalogue and what follows on their way at once. A page in the wrong language is better than none.
await setLanguage(document.documentElement.dataset.language).catch(() => setLanguage('default'))
await import('./start.tsx')
