import { albumKey } from '../../../shared/albumKey.ts'
import type { Named } from './draft.ts'

// The other names under which an album may be known here. None of them is a guess: they leave out what a service adds to names.

const MOST = 8

/** 'Homogenic (Remastered 2011)' and 'Homogenic [red vinyl]' without what says which edition it is. */
export const withoutEdition = (album: string): string =>
  album
    .replace(/\s*\[[^\]]*\]\s*$/u, '')
    .replace(
      /\s*[([][^()[\]]*\b(?:remaster(?:ed)?|deluxe|expanded|edition|version|anniversary|reissue|bonus|mono|stereo|ep|single)\b[^()[\]]*[)\]]\s*$/iu,
      '',
    )
    .replace(/\s+-\s+(?:single|ep)$/iu, '')
    .trim() || album

/** The artist without the number that Discogs gives, and without guests. */
const withoutGuests = (artist: string): string =>
  artist
    .replace(/\s+\(\d+\)$/u, '')
    .replace(/\s+(?:feat\.?|ft\.?|featuring)\s.*$/iu, '')
    .trim() || artist

function* artistsOf(artist: string): Generator<string> {
  yield artist
  yield withoutGuests(artist)
  const inline = /^(.*\S)\s*\[([^\]]+)\]$/u.exec(artist)
  if (inline) {
    yield inline[1]!
    yield inline[2]!
  }
  for (const sign of [' / ', ' & ']) if (artist.includes(sign)) yield* artist.split(sign)
  const plain = artist.replace(/^the\s+/iu, '').replace(/,\s*the$/iu, '')
  if (plain !== artist && plain !== '') yield plain
}

/** Other names of an album, each once, without those of `named` itself. */
export function otherNames(named: Named, more: readonly Named[] = []): Named[] {
  const found = new Map<string, Named>()
  const own = albumKey(named)
  const add = (one: Named) => {
    const key = albumKey(one)
    if (one.artist !== '' && one.album !== '' && key !== own && !found.has(key)) found.set(key, one)
  }
  for (const one of [named, ...more])
    for (const artist of artistsOf(one.artist)) {
      add({ artist, album: one.album })
      add({ artist, album: withoutEdition(one.album) })
    }
  return [...found.values()].slice(0, MOST)
}
