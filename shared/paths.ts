import { limits } from './limits.ts'

/** '.' and '..' as a segment would be eaten by every URL parser, however encoded; a '~' in front keeps them. */
const dots = /^~*\.{1,2}$/

/** A text as a part of an address; half an emoji, which no address can hold, becomes the sign for an unknown character. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** One segment of a path. */
const segment = (text: string) => encoded(dots.test(text) ? `~${text}` : text)

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** Turns a raw (still encoded) segment of a path back into its text; a hand-typed '%' stays what it is. */
export function readSegment(raw: string): string {
  const text = raw.replace(/(%[0-9a-f]{2})+/gi, decoded)
  return text.startsWith('~') && dots.test(text) ? text.slice(1) : text
}

/** The number of a row that stands in an address; null for anything else. */
export function rowIdIn(text: string | null | undefined): number | null {
  const id = /^\d+$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id <= limits.rowId ? id : null
}

/** Every page of the product as a function. */
export const paths = {
  home: () => '/',
  activity: () => '/activity',
  lists: () => '/lists',
  createList: () => '/lists/create',
  list: (id: number) => `/list/${id}`,
  editList: (id: number) => `/list/${id}/edit`,
  albums: () => '/albums',
  artists: () => '/artists',
  album: ({ artist, name }: { artist: string; name: string }) => `/album/${segment(artist)}/${segment(name)}`,
  /** the page of an album with one review brought forward */
  review: (album: { artist: string; name: string }, id: number): string =>
    `${paths.album(album)}?review=${id}`,
  artist: (name: string) => `/artist/${segment(name)}`,
  search: (query: string) => `/search?q=${encoded(query)}`,
  ownProfile: () => '/profile',
  profile: (nickname: string) => `/profile/${segment(nickname)}`,
  editProfile: () => '/profile/edit',
  login: () => '/login',
  register: () => '/register',
  resetPassword: (token: string) => `/reset?token=${encoded(token)}`,
  spotifyCallback: () => '/spotify/callback',
  /** for a plain link: the server leads on to Google and back to `from` */
  google: (from: string) => `/auth/google?from=${encoded(from)}`,
  googleCallback: () => '/auth/google/callback',
  /** downloads of everything that the product holds about the viewer, and of their logs */
  exportAll: () => '/account/export.json',
  exportLogs: () => '/account/logs.csv',
  /** drawn pictures of what is shared; another version is another address, so that each can be kept */
  preview: () => '/preview/plak.png',
  listPreview: (id: number, version: number) => `/preview/list/${id}.png?v=${version}`,
  reviewPreview: (id: number, version: number) => `/preview/review/${id}.png?v=${version}`,
} as const
