import { sql } from 'kysely'
import type { z } from 'zod'
import { limits } from '../../../shared/limits.ts'
import { emptyPage, type Page } from '../../../shared/page.ts'
import { tagKey } from '../../../shared/tagKey.ts'
import type {
  Renaming,
  renamingInput,
  suggestInput,
  Tag,
  TaggedPage,
  taggedInput,
  tagListInput,
} from '../../../shared/tags.ts'
import { levelsSeenBy, type Insider, type Visibility } from '../../../shared/visibility.ts'
import { byReader } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Tx } from '../../lib/db.ts'
import { notFound } from '../../lib/errors.ts'
import { pageOf, combine } from '../../lib/keyset.ts'
import { escapeLike } from '../../lib/likePattern.ts'
import { byIndex, kysely, statement } from '../../lib/sql.ts'
import { readOf } from '../../users/queries.ts'
import { isAfterDay, readDayCursor, writeDayCursor, type DayPlace } from '../read/dayPlace.ts'
import { readShelfRows } from '../read/shelfRows.ts'
import { countColumn } from '../read/tags.ts'

// Each statement reads one index range for each visibility that the reader can see, and merges their first rows.

const PAGE = limits.profilePage
/** Maximum number of tags with a common prefix among which the most used ones are searched. */
const LOOKED_THROUGH = 1_000

const countFor = (reader: Insider) =>
  sql<number>`${sql.join([sql.lit(0), ...levelsSeenBy[reader].map((level) => sql.ref(countColumn[level]))], sql` + `)}`

type TagPlace = { name: string; id: number }

const tagsOf = byReader((reader) =>
  statement(({ userId, after, limit }: { userId: number; after: TagPlace | null; limit: number }) => {
    const ofLevel = (level: Visibility) =>
      kysely
        .selectFrom(byIndex('Tag', 'g', 'Tag_userId_visibility_name_id_idx'))
        .select(['g.id', 'g.name', countFor(reader).as('count')])
        .where('g.userId', '=', userId)
        .where('g.visibility', '=', level)
        .$if(after !== null, (query) =>
          query.where((eb) => {
            const [name, id] = [eb.ref('g.name'), eb.ref('g.id')]
            return sql<boolean>`(${name} > ${after!.name} OR (${name} = ${after!.name} AND ${id} > ${after!.id}))`
          }),
        )
        .orderBy('g.name')
        .orderBy('g.id')
        .limit(limit)
    return combine(levelsSeenBy[reader].map(ofLevel), sql`ORDER BY name, id LIMIT ${limit}`)
  }),
)

export async function listTags(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = limits.tagsPage }: z.output<typeof tagListInput>,
): Promise<Page<Tag>> {
  const [, id, name] = /^(\d{1,10})\.(.{1,40})$/su.exec(cursor ?? '') ?? []
  const after = name === undefined ? null : { name, id: Number(id) }
  return await readOf({ db }, { viewer, nickname, nothing: emptyPage }, async ({ id: userId, reader }) => {
    const rows = await tagsOf[reader](db, { userId, after, limit: limit + 1 })
    const { page, next } = pageOf(rows, limit, (last) => `${last.id}.${last.name}`)
    return { items: page.map((row) => ({ name: row.name, count: row.count })), next }
  })
}

const tagOf = byReader((reader) =>
  statement(({ userId, key }: { userId: number; key: string }) =>
    kysely
      .selectFrom('Tag')
      .select(['id', 'name', 'visibility', countFor(reader).as('count')])
      .where('userId', '=', userId)
      .where('key', '=', key),
  ),
)

/** In any spelling. Null if the readers can see none of its listenings. */
async function findSeen(db: Tx, reader: Insider, { userId, tag }: { userId: number; tag: string }) {
  const [row] = await tagOf[reader](db, { userId, key: tagKey(tag) })
  return row && row.count > 0 ? row : null
}

export const findOwnTag = (db: Tx, userId: number, tag: string) => findSeen(db, 'owner', { userId, tag })

const listeningsOf = byReader((reader) =>
  statement(({ tagId, after, limit }: { tagId: number; after: DayPlace | null; limit: number }) => {
    const ofLevel = (level: Visibility) =>
      kysely
        .selectFrom(byIndex('LogTag', 't', 'LogTag_tagId_visibility_date_logId_idx'))
        .select(['t.logId as id', 't.date'])
        .where('t.tagId', '=', tagId)
        .where('t.visibility', '=', level)
        .$if(after !== null, (query) => query.where(isAfterDay({ day: 't.date', id: 't.logId' }, after!)))
        .orderBy('t.date', 'desc')
        .orderBy('t.logId', 'desc')
        .limit(limit)
    return combine(levelsSeenBy[reader].map(ofLevel), sql`ORDER BY date DESC, id DESC LIMIT ${limit}`)
  }),
)

export async function listTagged(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, tag, cursor, limit = PAGE }: z.output<typeof taggedInput>,
): Promise<TaggedPage> {
  const target = { viewer, nickname, nothing: null }
  const result = await readOf<TaggedPage | null>({ db }, target, async ({ id: userId, reader }) => {
    const row = await findSeen(db, reader, { userId, tag })
    if (!row) return null
    const requested = { tagId: row.id, after: readDayCursor(cursor), limit: limit + 1 }
    const places = await listeningsOf[reader](db, requested)
    const { page, next } = pageOf(places, limit, writeDayCursor)
    const ids = page.map(({ id }) => id)
    const { name, count } = row
    return { tag: { name, count }, items: await readShelfRows(db, ids, reader), next }
  })
  if (!result) throw notFound('tags.notFound', 'tag')
  return result
}

const beginningWith = statement(({ userId, pattern }: { userId: number; pattern: string }) => {
  const first = kysely
    .selectFrom('Tag')
    .select(['id', 'name', countFor('owner').as('count')])
    .where('userId', '=', userId)
    .where('key', 'like', pattern)
    .orderBy('key')
    .limit(LOOKED_THROUGH)
  return kysely
    .selectFrom(first.as('g'))
    .select(['g.name', 'g.count'])
    .orderBy('g.count', 'desc')
    .orderBy('g.id')
    .limit(limits.tagSuggestions)
})

/** Most used first; none for a blank prefix. */
export async function suggestTags(
  { db }: Pick<Deps, 'db'>,
  viewer: Pick<SignedIn, 'id'>,
  { query }: z.output<typeof suggestInput>,
): Promise<Tag[]> {
  const key = tagKey(query)
  return key === '' ? [] : await beginningWith(db, { userId: viewer.id, pattern: `${escapeLike(key)}%` })
}

/** Returns the tag, and the one that it would be merged into. @throws notFound */
export async function getRenaming(
  { db }: Pick<Deps, 'db'>,
  viewer: Pick<SignedIn, 'id'>,
  { tag, name }: z.output<typeof renamingInput>,
): Promise<Renaming> {
  const [source, target] = await Promise.all([
    findOwnTag(db, viewer.id, tag),
    findOwnTag(db, viewer.id, name),
  ])
  if (!source) throw notFound('tags.notFound', 'tag')
  const toTag = (row: Tag): Tag => ({ name: row.name, count: row.count })
  return { tag: toTag(source), into: target && target.id !== source.id ? toTag(target) : null }
}
