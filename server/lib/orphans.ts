import type { Connection } from 'mariadb'

export type Orphans = { table: string; column: string; count: number }

type Key = { name: string; table: string; column: string; otherTable: string; otherColumn: string }

/**
 * Finds rows whose referenced row is missing, for every foreign key of the connection's database. There are none unless a
 * database failed to enforce a key: MySQL 9.7 does not follow every key that a deletion affects.
 */
export async function findOrphans(connection: Connection): Promise<Orphans[]> {
  const keys = await connection.query<Key[]>(
    `SELECT CONSTRAINT_NAME AS name, TABLE_NAME AS \`table\`, COLUMN_NAME AS \`column\`,
      REFERENCED_TABLE_NAME AS otherTable, REFERENCED_COLUMN_NAME AS otherColumn
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
  )
  const columnsOf = new Map<string, Key[]>()
  for (const key of keys) {
    const name = `${key.table} ${key.name}`
    columnsOf.set(name, [...(columnsOf.get(name) ?? []), key])
  }
  const orphans: Orphans[] = []
  for (const columns of columnsOf.values()) {
    const { table, otherTable } = columns[0]!
    const id = (name: string) => connection.escapeId(name)
    const isSame = columns.map((key) => `o.${id(key.otherColumn)} = t.${id(key.column)}`)
    const isSet = columns.map((key) => `t.${id(key.column)} IS NOT NULL`)
    const [row] = await connection.query<{ count: bigint | number }[]>(
      `SELECT COUNT(*) AS count FROM ${id(table)} AS t
      WHERE ${isSet.join(' AND ')} AND NOT EXISTS (SELECT 1 FROM ${id(otherTable)} AS o WHERE ${isSame.join(' AND ')})`,
    )
    const count = Number(row!.count)
    if (count > 0) orphans.push({ table, column: columns.map(({ column }) => column).join(', '), count })
  }
  return orphans
}

export const sayOrphans = (orphans: readonly Orphans[]): string =>
  orphans
    .map(({ table, column, count }) => `${count} ${count === 1 ? 'row' : 'rows'} of ${table} (${column})`)
    .join(', ')
