import type { AlbumCard } from './catalog.ts'
import type { UserCard } from './users.ts'

// No zod: pages use it.

/** How many albums of a suggested person are named. */
export const NAMED_ALBUMS = 2

/**
 * A person to follow. `albums` are titles that both love, `more` is how many others there are; without any, the person is followed
 * by many.
 */
export type Suggestion = UserCard & { albums: string[]; more: number; followers: number }

/** `because` is the title of an album that the viewer loves. */
export type SuggestedAlbum = AlbumCard & { because: string }

/** The taste that two people have in common, as the viewer sees it. `examples` are albums on which they agree. */
export type Taste = { both: number; agree: number; examples: AlbumCard[] }
