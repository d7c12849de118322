import { sql } from 'kysely'
import { PROMPT_DAYS } from '../../../shared/playPrompts.ts'
import { fromNow } from '../../jobs/lease.ts'
import type { Db, Tx } from '../../lib/db.ts'
import { databaseNow, kysely, run, statement } from '../../lib/sql.ts'

// The queue of users whose prompts are to be computed again: one row a user, however many plays arrive.

/** Number of checks that are read together. */
const AT_ONCE = 20
const DAY = 24 * 60 * 60_000

/** No older play can be in a prompt. A day more, because days begin earlier or later elsewhere. */
export const promptsSince = (now: Date): Date => new Date(now.getTime() - (PROMPT_DAYS + 1) * DAY)

/** Requests that prompts are computed again: for each user those of the plays since a moment. */
export async function requestChecks(tx: Tx, first: ReadonlyMap<number, Date>): Promise<void> {
  if (first.size === 0) return
  // Every process writes the rows in the same order, which prevents deadlocks.
  const sorted = [...first].toSorted(([a], [b]) => a - b)
  const request = kysely
    .insertInto('PromptCheck')
    .values(sorted.map(([userId, fromAt]) => ({ userId, fromAt, dueAt: databaseNow, version: 0 })))
    .onDuplicateKeyUpdate({
      fromAt: sql`LEAST(fromAt, VALUES(fromAt))`,
      dueAt: databaseNow,
      version: sql`version + 1`,
    })
  await run(tx, request)
}

/** Requests that all prompts are computed again: the days of the user begin at other times than before. */
export const requestAllPrompts = (tx: Tx, userId: number, now: Date): Promise<void> =>
  requestChecks(tx, new Map([[userId, promptsSince(now)]]))

const dueChecks = statement(() =>
  kysely
    .selectFrom('PromptCheck as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    .select(['c.userId', 'c.fromAt', 'c.version', 'u.timeZone'])
    .where('c.dueAt', '<=', databaseNow)
    .orderBy('c.dueAt')
    .orderBy('c.userId')
    .limit(AT_ONCE),
)
export type Check = Awaited<ReturnType<typeof dueChecks>>[number]

/** Returns the first of the checks that are due, at most one a user. */
export const findDueChecks = (db: Db): Promise<Check[]> => dueChecks(db, {})

/** Ends checks, except those that were requested again meanwhile. */
export async function endChecks(tx: Tx, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return
  const ended = kysely
    .deleteFrom('PromptCheck')
    .where((eb) =>
      eb.or(
        checks.map(({ userId, version }) => eb.and([eb('userId', '=', userId), eb('version', '=', version)])),
      ),
    )
  await run(tx, ended)
}

/** Repeats a check that could not look up all albums; one that was requested meanwhile is not postponed. */
export const postponeCheck = (tx: Tx, { userId, version }: Check, seconds: number): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('PromptCheck')
      .set({ dueAt: fromNow(seconds) })
      .where('userId', '=', userId)
      .where('version', '=', version),
  )
