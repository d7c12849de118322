import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from 'mariadb'

/** How long a turn lasts without renewal, and how long others wait for theirs, in milliseconds. */
export type TurnTiming = { lease: number; patience: number }
const usual: TurnTiming = { lease: 30_000, patience: 120_000 }

const LOOK_EVERY = 250
const noSuchTable = 1146
/** Error number of a cluster for a row that another node wrote at the same moment. */
const deadlock = 1213

export const MIGRATION_TURN = '_migration_turn'

// A separate table, which exists only during a migration: an empty database has no other, and clusters (Galera,
// Group Replication) have no GET_LOCK.
const turnTable = `
  CREATE TABLE IF NOT EXISTS ${MIGRATION_TURN} (
    id     TINYINT UNSIGNED PRIMARY KEY NOT NULL,
    holder CHAR(36) NOT NULL,
    until  DATETIME(3) NOT NULL
  ) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`
const end = 'UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND'

const hasCode = (error: unknown, ...codes: number[]) =>
  codes.includes((error as { errno?: number }).errno ?? 0)

async function changes(connection: Connection, sql: string, values: unknown[]): Promise<boolean> {
  try {
    const { affectedRows } = await connection.query<{ affectedRows: number }>(sql, values)
    return affectedRows > 0
  } catch (error) {
    if (hasCode(error, noSuchTable, deadlock)) return false
    throw error
  }
}

/**
 * Runs `work` while no other process runs any in this database; the others wait. The turn of a process that died expires by the
 * database's clock. `work` calls `isMine` before each step that must not be done twice. `open` creates a second connection, which
 * renews the turn while the first one works.
 * @throws if others take minutes
 */
export async function inTurn<Result>(
  connection: Connection,
  open: () => Promise<Connection>,
  work: (isMine: () => Promise<boolean>) => Promise<Result>,
  { lease, patience }: TurnTiming = usual,
): Promise<Result> {
  const holder = randomUUID()
  const micros = lease * 1_000
  const renew = (client: Connection) =>
    changes(
      client,
      `UPDATE ${MIGRATION_TURN} SET until = ${end} WHERE holder = ? AND until > UTC_TIMESTAMP(3)`,
      [micros, holder],
    )

  await takeTurn(connection, holder, micros, patience)
  const leaseConnection = await open()
  const renewal = setInterval(() => void renew(leaseConnection).catch(() => {}), lease / 3)
  try {
    return await work(() => renew(connection))
  } finally {
    clearInterval(renewal)
    await leaseConnection.end()
    if (await renew(connection)) await connection.query(`DROP TABLE IF EXISTS ${MIGRATION_TURN}`)
  }
}

async function takeTurn(
  connection: Connection,
  holder: string,
  micros: number,
  patience: number,
): Promise<void> {
  const givenUp = performance.now() + patience
  for (;;) {
    await connection.query(turnTable)
    const free = `UPDATE ${MIGRATION_TURN} SET holder = ?, until = ${end} WHERE until <= UTC_TIMESTAMP(3)`
    if (await changes(connection, free, [holder, micros])) return
    // On first use there is no row; only one of several processes inserts it.
    const first = `INSERT IGNORE INTO ${MIGRATION_TURN} (id, holder, until) VALUES (1, ?, ${end})`
    if (await changes(connection, first, [holder, micros])) return
    if (performance.now() > givenUp)
      throw new Error('Another process has been migrating this database for several minutes.')
    await sleep(LOOK_EVERY * (0.5 + Math.random()))
  }
}
