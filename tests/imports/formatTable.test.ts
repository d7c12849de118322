import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Draft } from '../../server/imports/formats/draft.ts'
import { formatsWithLevels, type ImportFormat } from '../../shared/imports.ts'
import { imports } from '../../shared/texts/default/imports.ts'
import * as files from './files.ts'
import { read } from './reading.ts'

// The table of docs/imports.md is generated from what the formats read of these files. After a change: UPDATE_DOCS=1 npm test
// -- tests/imports/formatTable

const PLACE = 'docs/imports.md'
const [artist, album] = ['Björk', 'Homogenic']

const tracks = ['Army of Me', 'Hyperballad', 'Isobel', 'Possibly Maybe', 'Headphones']
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const neodbAlbum = 'https://neodb.social/album/xyz'
const neodbCollection = {
  type: 'Collection',
  visibility: 0,
  content: { name: 'Snow', content: '', published: '2024-03-06T03:03:03+00:00' },
  items: [{ item: neodbAlbum, metadata: {} }],
}

/** Files of each format with all possible contents, a description, and what is not imported. */
const formats: Record<
  ImportFormat,
  { what: string; not: string; files: () => Promise<(string | Buffer)[]> }
> = {
  plak: {
    what: '`plak.json`, the zip of ‘Download my data’, or one of its tables',
    not: 'comments, likes, notifications; of the tables: `lists.csv`, `comments.csv`, `likes.csv`',
    files: async () => [files.plakJson],
  },
  rateYourMusic: {
    what: 'the export of the profile page, old and new, with or without reviews',
    not: 'ownership (but wishes), purchase dates, media',
    files: async () => [files.rateYourMusicOld, files.rateYourMusicNew],
  },
  albumOfTheYear: {
    what: 'Settings → Export Ratings',
    not: 'types',
    files: async () => [files.albumOfTheYear],
  },
  discogs: {
    what: 'the collection or the wantlist as CSV',
    not: 'pressings, conditions, prices, folders, fields of one’s own; the day of cataloguing; the inventory',
    files: async () => [
      files.discogs,
      'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Notes\n' +
        'X,Björk,Homogenic,One Little,LP,4,1997,12,All,2020-02-18 10:53:08,Blue vinyl\n',
      'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes\nX,Björk,Vespertine,One Little,LP,,2001,13,\n',
    ],
  },
  lastfm: {
    what: 'scrobbles as ghan.nl and benjaminbenben.com write them, or as pages of JSON',
    not: 'single plays (an album counts with half of its tracks, or five, within a week), loved tracks',
    files: async () => [
      files.lastfmGhan(artist, album),
      files.lastfmBenjamin(artist, album),
      files.lastfmPages(artist, album),
    ],
  },
  listenBrainz: {
    what: 'the zip of an export, or one list of listens',
    not: 'single plays, feedback',
    files: async () => [
      await files.zipped({ 'user.json': '{}', 'listens/2025/6.jsonl': files.listens(artist, album) }),
    ],
  },
  spotify: {
    what: 'the account data: saved albums, and the plays of a year of saved tracks',
    not: 'single plays, playlists, podcasts, plays whose album is not known',
    files: async () => [
      await files.zipped({
        'YourLibrary.json': JSON.stringify({
          tracks: tracks.map((track) => ({ artist, album: 'Post', track, uri: 'spotify:track:x' })),
          albums: [{ artist, album, uri: 'spotify:album:x' }],
        }),
        'StreamingHistory_music_0.json': JSON.stringify(
          tracks.map((trackName) => ({
            endTime: '2025-06-13 12:05',
            artistName: artist,
            trackName,
            msPlayed: 300_000,
          })),
        ),
      }),
    ],
  },
  spotifyHistory: {
    what: 'the extended streaming history',
    not: 'single plays, plays under 30 seconds, podcasts, addresses and devices',
    files: async () => [files.extendedHistory(artist, album)],
  },
  neodb: {
    what: 'the zip of a CSV or NDJSON export',
    not: 'books, films and other things, notes, posts; the preview counts them',
    files: async () => [
      await files.zipped({ 'music_mark.csv': files.neodbMarks, 'music_review.csv': files.neodbReviews }),
      await files.zipped({
        'catalog.ndjson': files.neodbCatalog,
        'journal.ndjson': `${files.neodbJournal}\n${lines(
          {
            type: 'Comment',
            visibility: 2,
            content: { withRegardTo: neodbAlbum, content: 'cold', visibility: 2 },
          },
          neodbCollection,
        )}`,
      }),
    ],
  },
  musicboard: {
    what: 'a JSON list of titles, artists and scores',
    not: 'days without a year, pictures',
    files: async () => [files.musicboard],
  },
  table: {
    what: 'any CSV or TSV with a column of artists and one of albums; each column can be chosen',
    not: 'columns that are chosen as ‘Nothing’',
    files: async () => [
      'Artist,Album,Year,Date,Rating,Review,Tags,Relisten,Favorite,Kind\n' +
        'Björk,Homogenic,1997,2024-01-02,4,Cold,winter,yes,yes,listening\nBjörk,Post,,,,,,,,wish\n',
    ],
  },
}

const hasLevel = ({ content }: Draft) =>
  content?.visibility !== undefined || content?.list?.head?.visibility !== undefined

/** The columns of the table: a name, and whether a row contains it. */
const facts: [string, (draft: Draft) => boolean][] = [
  ['listens', ({ kind }) => kind === 'listening'],
  ['wishes', ({ kind }) => kind === 'wish'],
  ['favorites', ({ kind }) => kind === 'heart'],
  ['lists', ({ kind }) => kind === 'listed'],
  ['top four', ({ kind }) => kind === 'top'],
  ['follows', ({ kind }) => kind === 'follow'],
  ['days', ({ kind, date }) => kind === 'listening' && (date ?? null) !== null],
  ['years', ({ year }) => (year ?? null) !== null],
  ['ratings', ({ rating }) => (rating ?? 0) > 0],
  ['reviews', ({ content }) => Boolean(content?.review)],
  ['tags', ({ content }) => (content?.tags ?? []).length > 0],
  ['levels', hasLevel],
]

async function rowOf(format: ImportFormat): Promise<string> {
  const { what, not, files: filesOf } = formats[format]
  const drafts: Draft[] = []
  for (const file of await filesOf()) {
    const found = await read(file)
    expect(found.format).toBe(format)
    drafts.push(...found.drafts)
  }
  // The page explains the levels of these formats.
  expect(drafts.some(hasLevel)).toBe(formatsWithLevels.includes(format))
  const marks = facts.map(([, says]) => (drafts.some(says) ? '✓' : ''))
  return `| ${[imports.formats[format], what, ...marks, not].join(' | ')} |`
}

it('docs/imports.md says of each format what is read of its files', async () => {
  const header = ['format', 'file', ...facts.map(([name]) => name), 'not read']
  const rows: string[] = []
  for (const format of Object.keys(formats) as ImportFormat[]) rows.push(await rowOf(format))
  const table = [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(header.length)}`, ...rows].join('\n')
  const text = readFileSync(PLACE, 'utf8')
  const place = /(<!-- formats -->\n)[^]*(\n<!-- \/formats -->)/
  const wanted = text.replace(place, (_, before: string, after: string) => before + table + after)
  if (process.env.UPDATE_DOCS) writeFileSync(PLACE, wanted)
  else expect(text).toBe(wanted)
})
