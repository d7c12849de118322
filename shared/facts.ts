import type { Viewer } from './auth.ts'
import type { Theme } from './preferences.ts'

/** Data with which the server and the browser render every page. */
export type Facts = {
  viewer: Viewer | null
  theme: Theme
  /** the real services are replaced by stand-ins */
  isDemo: boolean
  /** the catalogue in force is that of MusicBrainz, instead of Last.fm's */
  isMusicBrainz: boolean
  links: string[]
  /** time at which the server wrote the document, in milliseconds */
  at: number
}
