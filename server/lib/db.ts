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
      acquireTimeout: 5_000,
      // Times are kept in UTC whatever the server's own zone is.
      timezone: 'Z',
    },
    { useTextProtocol: false },
  )
  return new PrismaClient({ adapter })
}

type Cause = { kind?: string; originalCode?: string; constraint?: { index?: string } }
const causeOf = (error: unknown): Cause =>
  (error as { meta?: { driverAdapterError?: { cause?: Cause } } } | null)?.meta?.driverAdapterError?.cause ?? {}

/** The unique index that a failed write ran into ('User_email_key'), or null when it failed otherwise. */
export function violatedIndex(error: unknown): string | null {
  return (error as { code?: string } | null)?.code === 'P2002' ? (causeOf(error).constraint?.index ?? '') : null
}

const isDeadlock = (error: unknown) =>
  (error as { code?: string } | null)?.code === 'P2034' || causeOf(error).kind === 'TransactionWriteConflict'

/** Whether the database could not be reached, as against having said no. */
export const isDatabaseDown = (error: unknown): boolean => {
  const code = (error as { code?: string } | null)?.code
  return code === 'P2039' || code === 'P1001' || code === 'P1017' || code === 'P2024' || /^Prisma.*Initialization/.test((error as Error)?.name ?? '')
}

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
