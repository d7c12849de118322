import { utcDay } from '../../shared/days.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { ColumnClass, Reference } from './personalData.ts'

type Db = Pick<Deps['db'], '$queryRaw'>
type Named = { id: number } & Record<string, string | null>

/** What a number leads to, by the names that everybody may see. A list or a review is another person's: its text stays there. */
const names: Record<Reference, (ids: Prisma.Sql) => Prisma.Sql> = {
  album: (ids) => Prisma.sql`SELECT id, artist, name FROM Album WHERE id IN (${ids})`,
  person: (ids) => Prisma.sql`SELECT id, nickname FROM User WHERE id IN (${ids})`,
  list: (ids) => Prisma.sql`
    SELECT l.id, l.name, u.nickname AS owner FROM List l JOIN User u ON u.id = l.userId WHERE l.id IN (${ids})`,
  review: (ids) => Prisma.sql`
    SELECT l.id, u.nickname AS author, a.artist, a.name
    FROM Log l JOIN User u ON u.id = l.userId JOIN Album a ON a.id = l.albumId WHERE l.id IN (${ids})`,
  comment: (ids) => Prisma.sql`
    SELECT c.id, u.nickname AS author, l.name AS list, a.artist, a.name AS album
    FROM Comment c JOIN User u ON u.id = c.userId LEFT JOIN List l ON l.id = c.listId
    LEFT JOIN Log r ON r.id = c.logId LEFT JOIN Album a ON a.id = r.albumId WHERE c.id IN (${ids})`,
}

const isReference = (kind: ColumnClass): kind is Reference => Object.hasOwn(names, kind)

/** Rows as they are exported: of the given columns alone, with names in place of numbers ('albumId' becomes 'album'). */
export async function nameReferences(
  db: Db,
  columns: [string, ColumnClass][],
  rows: Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const found = new Map<string, Map<number, object>>()
  for (const [name, kind] of columns) {
    if (isReference(kind))
      found.set(
        name,
        await readNames(
          db,
          kind,
          rows.map((row) => row[name] as number | null),
        ),
      )
  }
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(([name, kind]) => {
        const value = row[name]
        if (isReference(kind)) return [name.replace(/Id$/, ''), found.get(name)?.get(value as number) ?? null]
        if (kind === 'json' && typeof value === 'string') return [name, JSON.parse(value)]
        return [name, kind === 'day' && value instanceof Date ? utcDay(value) : value]
      }),
    ),
  )
}

async function readNames(db: Db, kind: Reference, numbers: (number | null)[]): Promise<Map<number, object>> {
  const ids = [...new Set(numbers)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<Named[]>`${names[kind](Prisma.join(ids))}`
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}
