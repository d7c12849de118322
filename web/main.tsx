/// <reference types="vite/client" />
import { prepareKeptPage } from './lib/keptPage.ts'
import { speakLanguage } from './lib/speak.ts'
import './styles.css'

prepareKeptPage()
// The server has the catalogue and what follows on their way at once. A page in the wrong language is better than none.
await speakLanguage(document.documentElement.dataset.language).catch(() => speakLanguage('default'))
await import('./start.tsx')
