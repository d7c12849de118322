import type { Expression, NotNull } from 'kysely'
import { utcDay } from '../../shared/days.ts'
import { paths } from '../../shared/paths.ts'
import { isSeenBy } from '../access/visibleTo.ts'
import { catalogues } from '../lib/languages.ts'
import { markup } from '../lib/markup.ts'
import { byIndex, kysely, statement } from '../lib/sql.ts'
import { hashOf, stateColumns, stateOf } from './fingerprint.ts'
import { ITEMS, paragraphsOf, titleOf, type Item } from './item.ts'
import { idOfUser, openUser, type Id, type Nickname } from './owners.ts'

const texts = catalogues.en

/** Listenings that everyone can see, of users whose account everyone can see. */
const logsBy = (
  index:
    | 'Log_userId_visibility_createdAt_id_idx'
    | 'Log_userId_visibility_reviewedAt_id_idx'
    | 'Log_albumId_visibility_reviewedAt_id_idx',
) =>
  kysely
    .selectFrom(byIndex('Log', 'l', index))
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .leftJoin('Favorite as f', (join) =>
      join.onRef('f.userId', '=', 'l.userId').onRef('f.albumId', '=', 'l.albumId'),
    )
    .where('u.disabledAt', 'is', null)
    .where('u.isPrivate', '=', false)
    .where(isSeenBy('stranger'))
    .limit(ITEMS)
type Logs = ReturnType<typeof logsBy>

const columns = [
  'l.id',
  'l.rating',
  'l.review',
  'l.date',
  'l.relisten',
  'u.nickname',
  'u.avatar',
  'a.artist',
  'a.name',
  'a.year',
  'a.image',
  'f.albumId as favoriteOf',
] as const
const hash = (at: string) => hashOf([...columns.map((column) => column.split(' ')[0]!), at]).as('hash')

type OwnerId = number | Expression<number>
type Time = 'l.createdAt' | 'l.reviewedAt'

const newest = (logs: Logs, at: Time) => logs.orderBy(at, 'desc').orderBy('l.id', 'desc')
const stateOfLogs = (logs: Logs, at: Time) =>
  stateOf(newest(logs, at).select([hash(at), 'l.updatedAt as changedAt']))
const rowsOf = (logs: Logs, at: Time) =>
  newest(logs, at)
    .select([...columns, hash(at)])
    .select(`${at} as at`)
    .$narrowType<{ at: NotNull }>()

const logsOfUser = (at: Time, logsOf: (userId: OwnerId) => Logs) => ({
  find: statement((user: Nickname) =>
    openUser(user)
      .crossJoin(stateOfLogs(logsOf(idOfUser(user)), at).as('s'))
      .select(stateColumns),
  ),
  readRows: statement(({ id }: Id) => rowsOf(logsOf(id), at)),
})

export const diary = logsOfUser('l.createdAt', (userId) =>
  logsBy('Log_userId_visibility_createdAt_id_idx')
    .where('l.userId', '=', userId)
    .where('l.date', 'is not', null),
)
export const reviewsBy = logsOfUser('l.reviewedAt', (userId) =>
  logsBy('Log_userId_visibility_reviewedAt_id_idx')
    .where('l.userId', '=', userId)
    .where('l.reviewedAt', 'is not', null),
)

const reviewsOfAlbum = (id: number) =>
  logsBy('Log_albumId_visibility_reviewedAt_id_idx')
    .where('l.albumId', '=', id)
    .where('l.reviewedAt', 'is not', null)
export const reviewsOf = {
  readState: statement(({ id }: Id) => stateOfLogs(reviewsOfAlbum(id), 'l.reviewedAt')),
  readRows: statement(({ id }: Id) => rowsOf(reviewsOfAlbum(id), 'l.reviewedAt')),
}
type Row = Awaited<ReturnType<typeof diary.readRows>>[number]

const dayText = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' })

export function itemOfLog(row: Row): Item {
  const { id, rating, review, date, relisten, nickname, avatar, artist, name, year, image, at } = row
  const album = { artist, name, year, image }
  const listened = date === null ? markup`` : markup`<p>${texts.feeds.listenedOn(dayText.format(date))}</p>`
  return {
    id: `plak-log-${id}`,
    title: titleOf(album, rating),
    path: review === null ? paths.album(album) : paths.review(album, id),
    at,
    author: { nickname, avatar },
    cover:
      image === null
        ? null
        : { path: image, alt: texts.catalog.coverOf(texts.catalog.albumBy(name, artist)) },
    text: review === null ? listened : paragraphsOf(review),
    album,
    listening: { date: date && utcDay(date), relisten, rating, favorite: row.favoriteOf !== null },
  }
}
