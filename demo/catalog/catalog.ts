import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../server/lib/root.ts'
import { fold } from './fold.ts'
import { parseCatalog, type Album, type Artist } from './parse.ts'

export type { Album, Artist } from './parse.ts'

const folder = join(root, 'demo/catalog')

const byListeners = (a: { listeners: number; name: string }, b: { listeners: number; name: string }) =>
  b.listeners - a.listeners || (a.name < b.name ? -1 : 1)

export const artists: Artist[] = readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .sort()
  .flatMap((file) => parseCatalog(readFileSync(join(folder, file), 'utf8')))
  .sort(byListeners)

for (const artist of artists) artist.albums.sort(byListeners)

export const albums: Album[] = artists.flatMap((artist) => artist.albums).sort(byListeners)

const exactly = new Map(artists.map((artist) => [artist.name.toLowerCase(), artist]))

/** An artist's own name takes precedence over another artist's spelling. */
const corrections = new Map<string, Artist>()
for (const artist of artists) corrections.set(fold(artist.name), artist)
for (const artist of artists) {
  for (const spelling of [...artist.aliases, artist.name.replace(/^the /i, '')]) {
    if (!corrections.has(fold(spelling))) corrections.set(fold(spelling), artist)
  }
}

/** Finds an artist, ignoring case; with `correct` also diacritics, and by other spellings. */
export const findArtist = (name: string, correct: boolean): Artist | undefined =>
  exactly.get(name.trim().toLowerCase()) ?? (correct ? corrections.get(fold(name)) : undefined)

export function findAlbum(artistName: string, albumName: string, correct: boolean): Album | undefined {
  const artist = findArtist(artistName, correct)
  const lower = albumName.trim().toLowerCase()
  return (
    artist?.albums.find((album) => album.name.toLowerCase() === lower) ??
    (correct ? artist?.albums.find((album) => fold(album.name) === fold(albumName)) : undefined)
  )
}
