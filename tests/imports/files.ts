import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZipFile } from 'yazl'

// Files in the formats of the services, with their quirks. The rows are made up.

export const rateYourMusicOld = [
  'RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type,Review',
  '"185644","","Arcade Fire","","","Funeral","2004","9","o","","LP",  "Still [b]huge[/b],\ntwenty years on."',
  '"2","","Björk","","","Homogenic","1997","0","o","2019-05-04","CD",  ""',
  '"7654321","Evelyn &#34;Champagne&#34;","King","","","Smooth &amp; Slow","1977","0","w","","CD",  ""',
  '',
].join('\n')

export const rateYourMusicNew = [
  'RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type, Review, Review Title',
  '"2368332","","間宮貴子","Takako","Mamiya","ラブ・トリップ","1982","8","n","","","Summer in a box. See [Artist2571].","City lights"',
  '',
].join('\n')

export const albumOfTheYear = [
  'Artist,Album,Year,Type,Rating,Date Rated',
  'Charli xcx,BRAT,2024,LP,92,2024-06-09',
  '"Tyler, The Creator",CHROMAKOPIA,2024,LP,78,2024-11-02',
  'Björk,Homogenic,1997,LP,0,2024-02-30',
  '',
].join('\n')

export const discogs = [
  'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes,Collection Seller e-mail',
  'WR007,Nirvana (2),Hard Left,"World Records, On-U","12""",4,1986,176778,Uncategorized,2020-02-18 10:53:08,Very Good Plus (VG+),Very Good (VG),,seller@example.org',
  '',
].join('\n')

const second = (day: string, minute = 0) => Date.parse(`${day}T12:00:00Z`) / 1_000 + minute * 60

/** Returns indexes for this number of tracks. */
const tracks = (count: number) => Array.from({ length: count }, (_, index) => index)

export const lastfmGhan = (artist: string, album: string, count = 5, day = '2025-06-13') =>
  [
    'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid',
    ...tracks(count).map(
      (index) =>
        `"${second(day, index * 4)}","13 Jun 2025, 12:00","${artist}","","${album}","","Track ${index}",""`,
    ),
    '',
  ].join('\n')

export const lastfmBenjamin = (artist: string, album: string, count = 5) =>
  tracks(count)
    .map((index) => `${artist},${album},Track ${index},22 May 2019 20:1${index}`)
    .concat(`${artist},${album},Playing now,`)
    .join('\n')

export const lastfmPages = (artist: string, album: string, count = 5) =>
  JSON.stringify([
    {
      track: tracks(count).map((index) => ({
        artist: { mbid: '', '#text': artist },
        album: { mbid: '', '#text': album },
        name: `Track ${index}`,
        date: { uts: String(second('2025-06-13', index)), '#text': '13 Jun 2025, 12:00' },
      })),
    },
    {
      track: {
        artist: { '#text': artist },
        album: { '#text': '' },
        name: 'Now',
        '@attr': { nowplaying: 'true' },
      },
    },
  ])

export const listens = (artist: string, album: string, count = 5) =>
  tracks(count)
    .map((index) =>
      JSON.stringify({
        listened_at: second('2025-06-13', index) + 0.5,
        track_metadata: { track_name: `Track ${index}`, artist_name: artist, release_name: album },
      }),
    )
    .join('\n')

export const extendedHistory = (artist: string, album: string, count = 5) =>
  JSON.stringify(
    tracks(count).map((index) => ({
      ts: `2023-03-01T20:${10 + index}:07Z`,
      ms_played: index === 0 ? 29_999 : 214_000,
      master_metadata_track_name: `Track ${index}`,
      master_metadata_album_artist_name: artist,
      master_metadata_album_album_name: album,
      ip_addr: '203.0.113.9',
      conn_country: 'TR',
    })),
  )

export const musicboard = JSON.stringify([
  { title: 'Kid A', artist: 'Radiohead', score: 10 },
  { title: 'In Rainbows', artist: 'Radiohead', score: 9.5, review: 'Warm.' },
])

export const neodbMarks = [
  'title,info,links,timestamp,status,rating,comment,tags',
  'Kid A,artist:Radiohead year:2000,https://neodb.social/album/xyz https://musicbrainz.org/release/abc,2024-01-02T22:10:00+00:00,complete,9,still cold,rock|winter',
  'Takk...,artist:Sigur Rós year:2005,https://neodb.social/album/tkk,2024-03-02T22:10:00+00:00,wishlist,,,',
  '',
].join('\n')
export const neodbReviews = [
  'title,info,links,timestamp,title,content',
  'Kid A,artist:Radiohead year:2000,https://neodb.social/album/xyz,2024-01-03T22:10:00+00:00,Ice age,"It is coming."',
  '',
].join('\n')

const id = 'https://neodb.social/album/xyz'
export const neodbCatalog = [
  { server: 'neodb.social', neodb_version: '0.11' },
  { type: 'Album', id, title: 'Kid A', artist: ['Radiohead'] },
]
  .map((line) => JSON.stringify(line))
  .join('\n')
export const neodbJournal = [
  { server: 'neodb.social', neodb_version: '0.11' },
  { type: 'Rating', content: { withRegardTo: id, value: 9 } },
  { type: 'TagMember', content: { withRegardTo: id, tag: 'winter' } },
  {
    type: 'ShelfMember',
    content: { withRegardTo: id, status: 'complete', published: '2024-01-02T22:10:00+00:00' },
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n')

/** Returns a file that was once read incorrectly (cases/). */
export const theCase = (name: string): Promise<Buffer> => readFile(new URL(`cases/${name}`, import.meta.url))

/** Creates a zip of these texts. */
export async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text as string), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Writes a file into a folder of its own, passes its path to `work`, and deletes it. */
export async function withFile<Result>(
  bytes: string | Uint8Array,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'plak-import-'))
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  try {
    return await work(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const at = '2024-01-02T10:00:00.000Z'
const radiohead = (name: string) => ({ artist: 'Radiohead', name })
const bjork = (name: string) => ({ artist: 'Björk', name })
const listened = {
  source: 'manual',
  createdAt: at,
  reviewedAt: null,
  updatedAt: at,
  review: null,
  tags: [],
  relisten: false,
}

/** An export of our own (shared/exportFile.ts). */
export const plakJson = JSON.stringify({
  format: 'plak-export',
  version: 1,
  exportedAt: at,
  account: { nickname: 'somebody', defaultVisibility: 'everyone' },
  listenings: [
    { ...listened, album: radiohead('Kid A'), date: null, rating: 6, visibility: 'me' },
    {
      ...listened,
      album: radiohead('Kid A'),
      date: '2024-01-02',
      rating: 8,
      visibility: 'everyone',
      review: 'First.',
      reviewedAt: at,
      tags: ['winter', 'night'],
    },
    {
      ...listened,
      album: radiohead('Kid A'),
      date: '2024-01-02',
      rating: 9,
      visibility: 'followers',
      relisten: true,
    },
  ],
  hearts: [{ album: bjork('Homogenic'), createdAt: at }],
  lists: [
    {
      name: 'Best',
      description: '',
      visibility: 'followers',
      ranked: true,
      clonedFrom: null,
      createdAt: at,
      updatedAt: at,
      albums: [
        { album: radiohead('In Rainbows'), note: 'warm', addedAt: at },
        { album: radiohead('OK Computer'), note: '', addedAt: at },
      ],
    },
  ],
  listenLater: [
    { album: bjork('Vespertine'), addedOn: '2024-03-01', createdAt: at },
    { album: bjork('Homogenic'), addedOn: '2024-03-02', createdAt: at },
  ],
  topFour: [{ album: radiohead('Kid A') }],
  follows: [
    { following: { nickname: 'friend' }, createdAt: at },
    { following: { nickname: 'nobody_here' }, createdAt: at },
  ],
  forReading: { comments: [{ text: 'x' }] },
})
