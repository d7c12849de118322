import type { InferResult } from 'kysely'
import { utcDay } from '../../shared/days.ts'
import type { RowState } from '../../shared/imports.ts'
import { limits } from '../../shared/limits.ts'
import { tagsInput } from '../../shared/tags.ts'
import type { Texts } from '../../shared/texts.ts'
import { isNarrowed, type Visibility } from '../../shared/visibility.ts'
import type { ImportKind } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { inBatches } from '../logs/inBatches.ts'
import type { Draft, Named } from './formats/draft.ts'
import type { Job } from './job.ts'
import { readOwnLists, readTop, type OwnList, type OwnLists } from './ownLists.ts'
import { readSettings, type ListedContent, type RowContent, type TopContent } from './stored.ts'

// Writers ask for the verdict again, because the user can have added the same in the meantime.

type Why = keyof Texts['imports']['why']
export type Verdict = { state: RowState; why: Why | null }

const verdict = (state: RowState, why: Why | null = null): Verdict => ({ state, why })
export const hereVerdict = (why: Why): Verdict => verdict('here', why)
export const readyVerdict = verdict('ready')
const writtenVerdict = verdict('written')
export const onceWritten = (initial: Verdict = readyVerdict): Verdict =>
  initial === readyVerdict ? writtenVerdict : initial

export type Judged = { id: number; userId: number; format: string | null; wishes: boolean; follows: boolean }

export function judgedOf({
  id,
  userId,
  format,
  settings,
}: Pick<Job, 'id' | 'userId' | 'format' | 'settings'>): Judged {
  const { wishes = true, follows = true } = readSettings(settings)
  return { id, userId, format, wishes, follows }
}

const isTooLong = ({ artist, album }: Named) => Math.max(artist.length, album.length) > limits.catalogName

export function checkDraft(draft: Draft): Draft {
  const { kind, named, content, problem, left } = draft
  if (problem || left) return draft
  if (draft.others?.some(isTooLong)) return { ...draft, named: null, problem: 'tooLong' }
  if (kind === 'follow') return draft
  if (!named) return { ...draft, problem: 'noArtist' }
  if (isTooLong(named)) return { ...draft, named: null, problem: 'tooLong' }
  if ((content?.review?.length ?? 0) > limits.review) return { ...draft, problem: 'reviewTooLong' }
  if (!content?.tags) return draft
  const tags = tagsInput.safeParse(content.tags)
  return tags.success
    ? { ...draft, content: { ...content, tags: tags.data } }
    : { ...draft, problem: 'badTags' }
}

export const verdictOnDraft = ({ problem, left }: Draft): Verdict =>
  problem ? verdict('unreadable', problem) : left ? verdict('left', left) : verdict('looking')

export function verdictOnFollow(
  obstacle: 'nobody' | 'private' | 'followed' | null,
  { follows }: Pick<Judged, 'follows'>,
): Verdict {
  if (obstacle) return verdict(obstacle === 'nobody' ? 'missing' : 'here', obstacle)
  return follows ? readyVerdict : verdict('left', 'follows')
}

export const judgedRows = kysely
  .selectFrom('ImportRow as r')
  .leftJoin('ImportAlbum as i', 'i.id', 'r.importAlbumId')
  .select(['r.number', 'r.kind', 'r.state', 'r.why', 'r.date'])
  .select(['i.state as albumState', 'i.albumId', 'i.chosen', 'i.heard'])
/** `content` is null if the kind is neither 'listed' nor 'top'. */
type Row = InferResult<typeof judgedRows>[number] & { content: string | null }

/** Null is a listening without a day. */
type Days = Set<string | null>
type Listened = { imported: Days; others: Days }
const includes = (days: Days, day: string | null) => (day === null ? days.size > 0 : days.has(day))

/** Accepted rows are added, so that later ones are duplicates. */
type Existing = {
  listened: (albumId: number) => Listened
  /** the reason why an album needs no further row of this kind */
  heart: Map<number, Why>
  wish: Map<number, Why>
  lists: OwnLists
  top: number[]
}

const logsOf = statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
  kysely
    .selectFrom('Log')
    .select(['albumId', 'date', 'importId'])
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds),
)

async function readListened(
  db: Tx,
  { id, userId }: Judged,
  albumIds: readonly number[],
): Promise<Existing['listened']> {
  const byAlbum = new Map(
    albumIds.map((albumId) => [albumId, { imported: new Set(), others: new Set() } as Listened]),
  )
  await inBatches(albumIds, async (batch) => {
    for (const { albumId, date, importId } of await logsOf(db, { userId, albumIds: padded(batch) }))
      byAlbum.get(albumId)![importId === id ? 'imported' : 'others'].add(date && utcDay(date))
  })
  return (albumId) => byAlbum.get(albumId)!
}

async function readExisting(db: Tx, record: Judged, rows: readonly Row[]): Promise<Existing> {
  const idsOf = (kind: ImportKind) => [
    ...new Set(rows.flatMap((row) => (row.kind === kind && row.albumId !== null ? [row.albumId] : []))),
  ]
  const { userId } = record
  const [hearts, wishes, listedIds] = [idsOf('heart'), idsOf('wish'), idsOf('listed')]
  const queryOf = (albumIds: number[]) =>
    ({ where: { userId, albumId: { in: albumIds } }, select: { albumId: true } }) as const
  const favoriteRows = hearts.length > 0 ? await db.favorite.findMany(queryOf(hearts)) : []
  const queueRows = wishes.length > 0 ? await db.listenLater.findMany(queryOf(wishes)) : []
  const lists = rows.flatMap((row) => (row.kind === 'listed' ? [listOf(row)] : []))
  return {
    listened: await readListened(db, record, idsOf('listening')),
    heart: new Map(favoriteRows.map(({ albumId }) => [albumId, 'hearted'])),
    wish: new Map(queueRows.map(({ albumId }) => [albumId, 'listed'])),
    lists: await readOwnLists(db, userId, lists, listedIds),
    top: rows.some(({ kind }) => kind === 'top') ? await readTop(db, userId) : [],
  }
}

const contentOf = ({ content }: Pick<Row, 'content'>) => JSON.parse(content!) as RowContent
const listOf = (row: Row): ListedContent => contentOf(row).list!

/** Rows that are written or unreadable have no verdict: they stay as they are. */
export async function judge(db: Tx, record: Judged, rows: readonly Row[]): Promise<Map<number, Verdict>> {
  const existing = await readExisting(db, record, rows)
  const openRows = rows.filter(({ state }) => state !== 'written' && state !== 'unreadable')
  return new Map(openRows.map((row) => [row.number, verdictOn(row, record, existing)]))
}

/** The settings leave out rows that could be written otherwise. */
function verdictOn(row: Row, record: Judged, existing: Existing): Verdict {
  const albumVerdict = verdictOnAlbum(row, record, existing)
  const isLeft =
    row.kind === 'wish' && !record.wishes && ['ready', 'looking', 'decide'].includes(albumVerdict.state)
  return isLeft ? verdict('left', 'wishes') : albumVerdict
}

function verdictOnAlbum(row: Row, { format }: Judged, existing: Existing): Verdict {
  const { kind, albumState, albumId } = row
  if (albumState === 'looking') return verdict('looking')
  if (albumState === 'missing' || albumState === 'unasked') return verdict('missing', albumState)
  if (albumState === 'open' || albumId === null) return verdict('decide', 'decide')
  if (kind === 'listening') return verdictOnListening(row, existing.listened(albumId), format)
  if (kind === 'listed') {
    const list = listOf(row)
    return verdictOnListed({ list, albumId, level: list.head?.visibility }, existing.lists(list))
  }
  if (kind === 'top') return verdictOnTop(albumId, contentOf(row).top, existing.top)
  if (kind === 'follow') return readyVerdict
  const reason = existing[kind].get(albumId)
  if (reason) return hereVerdict(reason)
  existing[kind].set(albumId, 'twice')
  return readyVerdict
}

/**
 * A second row for the same day is a duplicate, except in our own export. A row of a play history that is not confirmed does not
 * make later rows duplicates.
 */
function verdictOnListening(
  { date, heard, chosen }: Row,
  { imported, others }: Listened,
  format: string | null,
): Verdict {
  const day = date && utcDay(date)
  if (includes(others, day)) return hereVerdict(day === null ? 'album' : 'day')
  if (format !== 'plak' && includes(imported, day)) return hereVerdict('twice')
  if (heard !== null && !chosen) return verdict('decide', 'heard')
  imported.add(day)
  return readyVerdict
}

type Listed = { list: ListedContent; albumId: number; level: Visibility | undefined }

/**
 * An album can be added to an existing list only if the row belongs to it, and if the list is not visible to more people than the
 * file allows.
 */
export function verdictOnListed({ list, albumId, level }: Listed, ownList: OwnList | undefined): Verdict {
  if (!ownList) return readyVerdict
  if (!list.joins || (level && isNarrowed(ownList.level, level))) return hereVerdict('list')
  return ownList.albumIds.has(albumId) ? hereVerdict('onList') : readyVerdict
}

/** Rows are written if the user has no top albums, or if they come from the rest of an earlier import. */
const verdictOnTop = (albumId: number, content: TopContent | undefined, top: readonly number[]): Verdict =>
  top.length === 0 || (content?.joins && top.length < limits.topAlbums && !top.includes(albumId))
    ? readyVerdict
    : hereVerdict('top')

export const reasonOf = (why: string | null, texts: Texts): string | null =>
  why === null ? null : (texts.imports.why[why as Why] ?? texts.imports.why.notWritten)

export const reasonInRest = ({ state, why }: { state: RowState; why: string | null }, texts: Texts): string =>
  reasonOf(why ?? (state === 'looking' ? 'looking' : 'notWritten'), texts)!
