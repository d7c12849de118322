// What Safari lacks and the other browsers have. Loaded only there (start.tsx).
import { beginAnchoring } from './anchor.ts'
import { beginPressFocus } from './pressFocus.ts'

beginAnchoring()
beginPressFocus()
