import { readNames, type Names } from './albumNames.ts'
import { cut } from './cut.ts'
import { limits } from './limits.ts'
import { isLastfm, readAddress, type MusicAddress } from './musicAddress.ts'
import type { SharedThing } from './sharedThing.ts'

/** The names in the words beside the address are null if they are not to be used. */
export type SharedMusic = { music: MusicAddress | null; named: Names | null; query: string }

export const searchFor = ({ artist, title }: Names): string => cut(`${artist} ${title}`, limits.searchQuery)

/**
 * Reads what a shared thing says by itself, and what to search for as long as nothing else is known. Without any request, so that
 * a page that cannot reach the server shows the same search.
 */
export function readMusic({ address, words }: SharedThing): SharedMusic {
  const music = address === null ? null : readAddress(address)
  const named = address !== null && music && isLastfm(address) ? null : readNames(words)
  return { music, named, query: queryOf(music, named) ?? words }
}

/** An address that has both names is more reliable than the words beside it; they are better than a part of a name. */
function queryOf(music: MusicAddress | null, named: Names | null): string | null {
  if (music && 'names' in music) return searchFor(music.names)
  if (named) return searchFor(named)
  return music && 'words' in music ? cut(music.words, limits.searchQuery) : null
}
