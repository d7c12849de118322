import { createHash } from 'node:crypto'
import { seeded } from '../covers/seeded.ts'
import { linkedFile, pictureClaims } from '../world/links.ts'
import type { Artist, World } from '../world/world.ts'

/** A file of Commons. */
export type CommonsFile = {
  /** without 'File:', with spaces */
  name: string
  artist: Artist
  width: number
  height: number
  /** as on the wiki: with links and other HTML */
  author: string
  licence: { name: string; url: string | null }
  credit: string
}

/** Widths of thumbnails; others are refused. */
export const standardWidths = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840]

const licences = [
  { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0' },
  { name: 'CC BY-SA 3.0', url: 'https://creativecommons.org/licenses/by-sa/3.0' },
  { name: 'CC BY 2.0', url: 'https://creativecommons.org/licenses/by/2.0' },
  { name: 'CC0', url: 'http://creativecommons.org/publicdomain/zero/1.0/deed.en' },
  { name: 'Public domain', url: null },
]

const people = [
  'Ada Lindqvist',
  'J. M. Okonkwo',
  'Zeynep Aydın',
  'Pierre & Marie',
  'pat_the_photographer',
  'Юлия Орлова',
]

/** Names of photographers as the wiki has them: plain, a link, a span, and one with a script in it. */
const authors: ((name: string) => string)[] = [
  (name) => name,
  (name) =>
    `<a href="//commons.wikimedia.org/wiki/User:${encodeURIComponent(name)}" title="User:${name}">${name.replace('&', '&amp;')}</a>`,
  (name) =>
    `<a rel="nofollow" class="external text" href="https://www.flickr.com/people/12345@N00">${name.replace('&', '&amp;')}</a> from Reykjavík, Iceland`,
  (name) =>
    `<div class="fn value">\n<span lang="en">${name.replace('&', '&amp;')}</span><script>alert(1)</script></div>`,
]

function makeFile(name: string, artist: Artist): CommonsFile {
  const chance = seeded(`file ${name}`)
  const [width, height] = chance.pick([
    [2400, 3000],
    [4032, 3024],
    [1600, 1600],
    // Smaller than most thumbnails.
    [420, 560],
  ] as const)
  return {
    name,
    artist,
    width,
    height,
    author: chance.pick(authors)(chance.pick(people)),
    licence: chance.pick(licences),
    credit: chance.pick(['<span class="int-own-work" lang="en">Own work</span>', 'Flickr']),
  }
}

const cachedFiles = new WeakMap<World, Map<string, CommonsFile>>()

/** All files of a world by their names. */
export function filesOf(world: World): Map<string, CommonsFile> {
  const cached = cachedFiles.get(world)
  if (cached) return cached
  const files = new Map<string, CommonsFile>()
  for (const artist of world.artists.values()) {
    const names = [...pictureClaims(artist).map(({ file }) => file), linkedFile(artist)]
    for (const name of names) if (name) files.set(name, makeFile(name, artist))
  }
  cachedFiles.set(world, files)
  return files
}

/** The folders of a file: the first digits of the hash of its name. */
export function folderOf(name: string): string {
  const hash = createHash('md5').update(name.replace(/ /g, '_')).digest('hex')
  return `${hash[0]}/${hash.slice(0, 2)}`
}
