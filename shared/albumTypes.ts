// No zod: pages use it.

/** The kinds of albums, in the order of the groups of an artist's page. */
export const albumTypes = [
  'album',
  'ep',
  'single',
  'live',
  'compilation',
  'soundtrack',
  'remix',
  'mixtape',
  'demo',
] as const
export type AlbumType = (typeof albumTypes)[number]
