import { albumKey } from '../../../shared/albumKey.ts'
import { andWords } from '../../catalog/foldedName.ts'
import { joints, withoutFeatured } from './credits.ts'
import type { Named } from './draft.ts'

const MOST = 8

const editions = [
  /\s*\[[^\]]*\]$/u,
  // A new recording ('1989 (Taylor's Version)') is a different album.
  /\s*[([](?![^()[\]]*['’]s\s+version)[^()[\]]*\b(?:remaster(?:ed|s)?|deluxe|expanded|edition|version|anniversary|reissue|bonus|mono|stereo|ep|single|explicit|clean)\b[^()[\]]*[)\]]$/iu,
  /\s+[-–—]\s+(?:[^-–—]*\b(?:remaster(?:ed|s)?|deluxe|expanded|reissue|edition|mono|stereo)\b.*|single|ep)$/iu,
]

/** 'Homogenic (Remastered 2011)', 'Homogenic - 2018 Remaster' and 'Homogenic [red vinyl]' become 'Homogenic'. */
export function withoutEdition(album: string): string {
  let name = album.trim()
  for (let shorter = name; ; name = shorter) {
    for (const edition of editions) shorter = shorter.replace(edition, '').trim() || shorter
    if (shorter === name) return name
  }
}

const withoutGuests = (artist: string): string => withoutFeatured(artist.replace(/\s+\(\d+\)$/u, ''))

const partsOf = (artist: string): string[] => artist.split(joints).filter(Boolean)

/** Likeliest first: without Discogs' number or guests, the name in brackets, each of several artists. */
function artistsOf(artist: string): string[] {
  const inline = /^(.*\S)\s*\[([^\]]+)\]$/u.exec(artist)
  const mainArtist = withoutGuests(artist)
  const plain = mainArtist.replace(/^the\s+(?=\S)/iu, '').replace(/,\s*the$/iu, '')
  return [...new Set([mainArtist, ...(inline ? inline.slice(1) : []), ...partsOf(mainArtist), plain, artist])]
}

const andPattern = new RegExp(`\\s+(?:${andWords.join('|')})\\s+`, 'giu')
const withSign = (name: string) => name.replace(andPattern, ' & ')
const withWord = (name: string) => name.replace(andPattern, ' and ')

/** Likeliest first. None is a guess: they leave out what a service adds to names, or write 'and' differently. */
export function otherNames(names: Named, others: readonly Named[] = []): Named[] {
  const variants = new Map<string, Named>()
  const ownKey = albumKey(names)
  const add = (artist: string, album: string) => {
    const key = albumKey({ artist, album })
    if (artist !== '' && album !== '' && key !== ownKey && !variants.has(key))
      variants.set(key, { artist, album })
  }
  for (const each of [names, ...others]) {
    const album = withoutEdition(each.album)
    const [mainArtist, ...artists] = artistsOf(each.artist)
    if (each !== names) add(each.artist, each.album)
    add(mainArtist!, album)
    for (const write of [withSign, withWord]) add(write(mainArtist!), write(album))
    for (const artist of artists) add(artist, album)
    add(mainArtist!, each.album)
  }
  return [...variants.values()].slice(0, MOST)
}
