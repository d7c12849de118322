import type { z } from 'zod'
import type {
  exportedFollow,
  exportedHeart,
  exportedList,
  exportedListening,
  exportedListenLater,
  exportedTop,
} from '../../../shared/exportFile.ts'
import { joinTags, wordOfLevel, wordOfYes } from '../../imports/formats/ownWords.ts'
import { csvLine, csvMark, type Cell } from '../../lib/csv.ts'
import { pagesOf, type ExportedRow, type Source } from './rows.ts'
import { sections } from './sections.ts'

// CSV tables for people, with words instead of internal values. docs/export.md documents their columns.

type Row<Schema extends z.ZodType> = Moments<z.infer<Schema>>
type Moments<Value> = {
  [Name in keyof Value]: Name extends `${string}At` ? Date | Extract<Value[Name], null> : Value[Name]
}

type Table = (source: Source) => AsyncGenerator<Cell[][]>

const time = (date: Date) => date.toISOString()

const table = <Item>(
  columns: string[],
  pages: (source: Source) => AsyncGenerator<ExportedRow[]>,
  linesOf: (item: Item, place: number) => Cell[][],
): Table =>
  async function* (source) {
    yield [columns]
    let place = 0
    for await (const page of pages(source)) yield page.flatMap((row) => linesOf(row as Item, ++place))
  }

type Liked = { createdAt: Date }
type Review = { author: string; artist: string; name: string } | null
type List = { name: string; owner: string } | null
type Comment = { author: string; list: string | null; artist: string | null; album: string | null } | null

const aboutReview = (review: Review): Cell[] =>
  review ? ['review', `${review.artist} – ${review.name}`, review.author] : ['review', null, null]
const aboutList = (list: List): Cell[] => ['list', list?.name ?? null, list?.owner ?? null]
const aboutComment = (comment: Comment): Cell[] =>
  comment
    ? ['comment', comment.list ?? `${comment.artist} – ${comment.album}`, comment.author]
    : ['comment', null, null]

async function* likes(source: Source): AsyncGenerator<ExportedRow[]> {
  for (const model of ['ReviewLike', 'ListLike', 'CommentLike'] as const) yield* pagesOf(source, model)
}

const tables: Record<string, Table> = {
  'listenings.csv': table<Row<typeof exportedListening>>(
    ['Artist', 'Album', 'Date', 'Rating', 'Review', 'Tags', 'Relisten', 'Visible to', 'Added'],
    sections.listenings,
    ({ album, date, rating, review, tags, relisten, visibility, createdAt }) => [
      [
        album.artist,
        album.name,
        date,
        rating === 0 ? null : rating / 2,
        review,
        joinTags(tags),
        wordOfYes(relisten),
        wordOfLevel(visibility),
        time(createdAt),
      ],
    ],
  ),
  'hearts.csv': table<Row<typeof exportedHeart>>(
    ['Artist', 'Album', 'Added'],
    sections.hearts,
    ({ album, createdAt }) => [[album.artist, album.name, time(createdAt)]],
  ),
  'lists.csv': table<Row<typeof exportedList>>(
    ['List', 'Description', 'Ranked', 'Visible to', 'Albums', 'Made', 'Changed'],
    sections.lists,
    ({ name, description, ranked, visibility, albums, createdAt, updatedAt }) => [
      [
        name,
        description,
        wordOfYes(ranked),
        wordOfLevel(visibility),
        albums.length,
        time(createdAt),
        time(updatedAt),
      ],
    ],
  ),
  'list-albums.csv': table<Row<typeof exportedList>>(
    ['List', 'Place', 'Artist', 'Album', 'Note', 'Description', 'Ranked', 'Visible to', 'Added'],
    sections.lists,
    ({ name, description, ranked, visibility, createdAt, albums }) =>
      albums.map(({ album, note }, index) => [
        name,
        index + 1,
        album.artist,
        album.name,
        note,
        description,
        wordOfYes(ranked),
        wordOfLevel(visibility),
        time(createdAt),
      ]),
  ),
  'listen-later.csv': table<Row<typeof exportedListenLater>>(
    ['Place', 'Artist', 'Album', 'Added'],
    sections.listenLater,
    ({ album, addedOn }, place) => [[place, album.artist, album.name, addedOn]],
  ),
  'top-four.csv': table<Row<typeof exportedTop>>(
    ['Place', 'Artist', 'Album'],
    sections.topFour,
    ({ album }, place) => [[place, album.artist, album.name]],
  ),
  'follows.csv': table<Row<typeof exportedFollow>>(
    ['Nickname', 'Since'],
    sections.follows,
    ({ following, createdAt }) => [[following.nickname, time(createdAt)]],
  ),
  'comments.csv': table<{ list: List; log: Review; text: string; createdAt: Date }>(
    ['On', 'Title', 'By', 'Comment', 'Written'],
    (source) => pagesOf(source, 'Comment'),
    ({ list, log, text, createdAt }) => [
      [...(list ? aboutList(list) : aboutReview(log)), text, time(createdAt)],
    ],
  ),
  'likes.csv': table<Liked & { log?: Review; list?: List; comment?: Comment }>(
    ['Of', 'Title', 'By', 'Liked'],
    likes,
    ({ log, list, comment, createdAt }) => [
      [
        ...(log !== undefined
          ? aboutReview(log)
          : list !== undefined
            ? aboutList(list)
            : aboutComment(comment ?? null)),
        time(createdAt),
      ],
    ],
  ),
}

export const exportTables: [string, (source: Source) => AsyncGenerator<string>][] = Object.entries(
  tables,
).map(([name, linesIn]) => [
  name,
  async function* (source) {
    yield csvMark
    for await (const page of linesIn(source)) yield page.map(csvLine).join('')
  },
])
