import { sql, type Compilable } from 'kysely'
import { utcDay } from '../../../shared/days.ts'
import { isNameToldTo, isShownTo } from '../../access/visibleTo.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, rows } from '../../lib/sql.ts'
import { readTags } from '../../logs/read/tags.ts'
import type { ColumnClass, Reference } from '../personalData/classes.ts'

/** True for the viewer's own things, even while they are disabled. */
const isNamed = (viewerId: number, thing = 'l', owner = 'u') =>
  sql<boolean>`(${sql.ref(`${owner}.id`)} = ${viewerId} OR ${isShownTo(viewerId, thing, owner)})`

/**
 * Never includes the text of another user's list or review. There is no name for things that the viewer can
 * no longer see, nor for users who have blocked the viewer.
 */
const names: Record<Reference, (ids: number[], viewerId: number) => Compilable<{ id: number }>> = {
  album: (ids) => kysely.selectFrom('Album').select(['id', 'artist', 'name']).where('id', 'in', ids),
  person: (ids, viewerId) =>
    kysely
      .selectFrom('User as u')
      .select(['u.id', 'u.nickname'])
      .where('u.id', 'in', ids)
      .where(isNameToldTo(viewerId)),
  list: (ids, viewerId) =>
    kysely
      .selectFrom('List as l')
      .innerJoin('User as u', 'u.id', 'l.userId')
      .select(['l.id', 'l.name', 'u.nickname as owner'])
      .where('l.id', 'in', ids)
      .where(isNamed(viewerId)),
  review: (ids, viewerId) =>
    kysely
      .selectFrom('Log as l')
      .innerJoin('User as u', 'u.id', 'l.userId')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['l.id', 'u.nickname as author', 'a.artist', 'a.name'])
      .where('l.id', 'in', ids)
      .where(isNamed(viewerId)),
  comment: (ids, viewerId) =>
    kysely
      .selectFrom('Comment as c')
      .innerJoin('User as u', 'u.id', 'c.userId')
      .leftJoin('List as l', 'l.id', 'c.listId')
      .leftJoin('Log as r', 'r.id', 'c.logId')
      .leftJoin('Album as a', 'a.id', 'r.albumId')
      .innerJoin('User as o', (join) =>
        join.on((eb) => eb('o.id', '=', eb.fn.coalesce('l.userId', 'r.userId'))),
      )
      .select(['c.id', 'u.nickname as author', 'l.name as list', 'a.artist', 'a.name as album'])
      .where('c.id', 'in', ids)
      .where(isNameToldTo(viewerId))
      .where((eb) => eb.or([isNamed(viewerId, 'l', 'o'), isNamed(viewerId, 'r', 'o')])),
}

const isReference = (kind: ColumnClass): kind is Reference => Object.hasOwn(names, kind)

/** Replaces ids by names: "albumId" becomes "album", "tagCount" "tags". */
export async function nameReferences(
  db: Tx,
  viewer: { id: number },
  columns: [string, ColumnClass][],
  exported: Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const namesByColumn = new Map<string, Map<number, object>>()
  for (const [name, kind] of columns) {
    if (!isReference(kind)) continue
    const ids = exported.map((row) => row[name] as number | null)
    namesByColumn.set(name, await readNames(db, viewer.id, kind, ids))
  }
  const isTagged = columns.some(([, kind]) => kind === 'tags')
  const tagsOf = isTagged
    ? await readTags(db, exported as unknown as Parameters<typeof readTags>[1])
    : () => []
  return exported.map((row) =>
    Object.fromEntries(
      columns.map(([name, kind]) => {
        const value = row[name]
        if (kind === 'tags') return ['tags', tagsOf(row.id as number)]
        if (isReference(kind))
          return [name.replace(/Id$/, ''), namesByColumn.get(name)?.get(value as number) ?? null]
        if (kind === 'json' && typeof value === 'string') return [name, JSON.parse(value)]
        if (kind === 'level') return [name, row.hiddenLevel ?? value]
        if (kind === 'flag') return [name, Boolean(value)]
        return [name, kind === 'day' && value instanceof Date ? utcDay(value) : value]
      }),
    ),
  )
}

async function readNames(
  db: Tx,
  viewerId: number,
  kind: Reference,
  numbers: (number | null)[],
): Promise<Map<number, object>> {
  const ids = [...new Set(numbers)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const things = await rows(db, names[kind](ids, viewerId))
  return new Map(things.map(({ id, ...rest }) => [id, rest]))
}
