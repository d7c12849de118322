/// <reference types="vite/client" />
import { prepareKeptPage } from './offline/keptPage.ts'
import { speakLanguage } from './speak.ts'
import './styles.css'

prepareKeptPage()
// The server has the catalogue and what follows on their way at once. A page in the wrong language is better than none.
await speakLanguage(document.documentElement.dataset.language).catch(() => undefined)
await import('./start.tsx')
