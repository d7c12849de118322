import { expect, test } from 'vitest'
import { readNames } from '../../shared/albumNames.ts'
import { readAddress } from '../../shared/musicAddress.ts'
import { readSharedThing } from '../../shared/sharedThing.ts'

const read = (params: Record<string, string>) => readSharedThing(new URLSearchParams(params))
const spotify = 'https://open.spotify.com/album/2Pl3PNcG0ZZnWOBQXXZOQX?si=x'

test.each([
  [
    { url: spotify, text: 'Homogenic', title: 'Share' },
    { address: spotify, words: 'Homogenic' },
  ],
  [{ text: `Listen: ${spotify}` }, { address: spotify, words: 'Listen' }],
  [{ text: `${spotify}, and http://other.example` }, { address: spotify, words: 'and' }],
  [{ title: spotify }, { address: spotify, words: '' }],
  [{ title: 'Björk – Homogenic' }, { address: null, words: 'Björk – Homogenic' }],
  [
    { text: ' Björk –\n Homogenic ', title: 'Song' },
    { address: null, words: 'Björk – Homogenic' },
  ],
  [{ url: 'javascript:alert(1)' }, { address: null, words: 'javascript:alert(1)' }],
  [
    { url: `https://last.fm/${'x'.repeat(3_000)}`, text: 'Björk' },
    { address: null, words: 'Björk' },
  ],
  [{ text: 'w'.repeat(10_000) }, { address: null, words: 'w'.repeat(200) }],
  [{}, { address: null, words: '' }],
])('%j', (params, thing) => expect(read(params)).toEqual(thing))

const homogenic = { artist: 'Björk', title: 'Homogenic' }

test.each([
  ['Björk - Homogenic', homogenic],
  ['Björk – Homogenic', homogenic],
  ['Björk — Homogenic', homogenic],
  ['Homogenic by Björk', homogenic],
  ['Homogenic, by Björk', homogenic],
  ['Homogenic by Björk on Apple Music', homogenic],
  ['Jay-Z - The Blueprint - Live', { artist: 'Jay-Z', title: 'The Blueprint - Live' }],
  ['Songs by Night by Nobody', { artist: 'Nobody', title: 'Songs by Night' }],
  ['Björk-Homogenic', null],
  ['Björk –Homogenic', null],
  ['Homogenic', null],
  ['by Björk', null],
  ['', null],
])('the names in %j', (words, names) => expect(readNames(words)).toEqual(names))

const group = '2b2a2a2e-7a8a-4d1c-9d53-0a6a2b1b8a11'

test.each<[address: string, expected: ReturnType<typeof readAddress>]>([
  ['https://www.last.fm/music/Bj%C3%B6rk/Homogenic', { names: homogenic }],
  ['https://last.fm/tr/music/Bj%C3%B6rk/Homogenic/', { names: homogenic }],
  ['https://www.last.fm/music/+noredirect/Bj%C3%B6rk/Homogenic/+wiki', { names: homogenic }],
  ['https://www.last.fm/music/Kid+Koala/Some+of+My', { names: { artist: 'Kid Koala', title: 'Some of My' } }],
  ['https://www.last.fm/music/AC%2FDC/Back+in+Black', { names: { artist: 'AC/DC', title: 'Back in Black' } }],
  ['https://www.last.fm/music/%252B%252F-/Let%2527s', { names: { artist: '+/-', title: "Let's" } }],
  ['https://www.last.fm/music/Bj%C3%B6rk/_/J%C3%B3ga', { words: 'Björk Jóga' }],
  ['https://www.last.fm/music/Bj%C3%B6rk/Homogenic/J%C3%B3ga', { words: 'Björk Homogenic' }],
  ['https://www.last.fm/music/Bj%C3%B6rk', { words: 'Björk' }],
  ['https://www.last.fm/user/deniz', null],
  ['https://www.last.fm/music', null],
  [spotify, { spotify: { kind: 'album', id: '2Pl3PNcG0ZZnWOBQXXZOQX' } }],
  [
    'https://open.spotify.com/intl-tr/track/2Pl3PNcG0ZZnWOBQXXZOQX',
    { spotify: { kind: 'track', id: '2Pl3PNcG0ZZnWOBQXXZOQX' } },
  ],
  ['https://open.spotify.com/album/..%2f..%2fme', null],
  ['https://open.spotify.com/artist/2Pl3PNcG0ZZnWOBQXXZOQX', null],
  [`https://musicbrainz.org/release-group/${group}`, { musicbrainz: { kind: 'release-group', id: group } }],
  [
    `https://musicbrainz.org/release/${group.toUpperCase()}/discids`,
    { musicbrainz: { kind: 'release', id: group } },
  ],
  [`https://musicbrainz.org/artist/${group}`, null],
  ['https://music.apple.com/tr/album/ok-computer/1097861387?i=1', { words: 'ok computer' }],
  ['https://music.apple.com/us/album/1989/1440935467', { words: '1989' }],
  ['https://music.apple.com/us/album/1440904001', null],
  ['https://music.apple.com/us/song/1440904001?l=tr', null],
  ['https://music.apple.com/us/artist/radiohead/657515', null],
  [
    'https://the-knife.bandcamp.com/album/silent-shout?from=x',
    { names: { artist: 'the knife', title: 'silent shout' } },
  ],
  ['https://the-knife.bandcamp.com/track/heartbeats', { words: 'the knife heartbeats' }],
  ['https://the-knife.bandcamp.com/', null],
  ['https://spotify.link/abc', null],
  ['https://song.link/s/abc', null],
  ['https://last.fm.evil.example/music/Bj%C3%B6rk/Homogenic', null],
  ['https://evil.example/?https://last.fm/music/a/b', null],
  ['https://', null],
])('the address %s', (address, expected) => expect(readAddress(address)).toEqual(expected))
