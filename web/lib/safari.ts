// Polyfills for features that only Safari lacks; loaded only there (start.tsx).
import { beginAnchoring } from './anchor.ts'
import { beginPressFocus } from './pressFocus.ts'

beginAnchoring()
beginPressFocus()
