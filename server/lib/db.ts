import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { setTimeout } from 'node:timers/promises'
import { PrismaClient, type Prisma } from '../generated/prisma/client.ts'
import { databaseConfig } from './databaseUrl.ts'

export type Db = PrismaClient
/** The database, or one transaction on it. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

/** A Prisma client on a pool of connections; it connects when first asked. */
export function makeDb(databaseUrl: string, { connections = 10 } = {}): Db {
  const adapter = new PrismaMariaDb(
    {
      ...databaseConfig(databaseUrl),
      connectionLimit: connections,
      connectTimeout: 3_000,
      acquireTimeout: 3_000,
      // Times are kept in UTC whatever the server's own zone is.
      timezone: 'Z',
    },
    { useTextProtocol: false },
  )
  return new PrismaClient({ adapter })
}

type Cause = { kind?: string; originalCode?: string; constraint?: { index?: string }; cause?: string }
const causeOf = (error: unknown): Cause =>
  (error as { meta?: { driverAdapterError?: { cause?: Cause } } } | null)?.meta?.driverAdapterError?.cause ?? {}

/** The unique index that a failed write ran into ('User_email_key'), or null when it failed otherwise. */
export function violatedIndex(error: unknown): string | null {
  return (error as { code?: string } | null)?.code === 'P2002' ? (causeOf(error).constraint?.index ?? '') : null
}

const isDeadlock = (error: unknown) =>
  (error as { code?: string } | null)?.code === 'P2034' || causeOf(error).kind === 'TransactionWriteConflict'

// What Prisma says (no connection in time, connection lost, a transaction that could not begin), and what the driver
// and the server say below it: connection closed, time-outs, too many connections, shutting down, killed.
const prismaDown = new Set(['P1001', 'P1017', 'P2024', 'P2028', 'P2039'])
const driverDown = new Set('45001 45004 45009 45012 45013 45019 45026 45028 45061 1040 1053 1203 1927'.split(' '))

/** Whether the database could not be reached, as against having said no. */
export const isDatabaseDown = (error: unknown): boolean =>
  prismaDown.has((error as { code?: string } | null)?.code ?? '') || driverDown.has(causeOf(error).originalCode ?? '')

/** Why the database could not be reached, in the driver's words; for an operator's eyes alone. */
export const whyDatabaseDown = (error: unknown): string => causeOf(error).cause?.split('\n')[0] ?? 'no answer'

/** Whether the database is there but was never migrated. */
export const lacksTables = (error: unknown): boolean => causeOf(error).kind === 'TableDoesNotExist'

/** One transaction; when it loses a deadlock it is tried again, so `work` must have no effect outside of it. */
export async function transaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: { isolationLevel?: Prisma.TransactionIsolationLevel } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction(work, { maxWait: 5_000, timeout: 10_000, ...options })
    } catch (error) {
      if (!isDeadlock(error) || attempt === 5) throw error
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}
