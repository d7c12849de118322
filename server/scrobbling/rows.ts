import type { Db, Tx } from '../lib/db.ts'
import { kysely, padded, run, statement, type Tables } from '../lib/sql.ts'

type Scrobbling = Tables['Scrobbling']
export type ScrobbleProblem = NonNullable<Scrobbling['lastProblem']>
type Contact = Pick<Scrobbling, 'userId' | 'lastContactAt' | 'lastProblem'>

const MINUTE = 60_000

const lockedScrobblings = statement(({ userIds }: { userIds: number[] }) =>
  kysely
    .selectFrom('Scrobbling')
    .select(['userId', 'lastContactAt', 'lastProblem'])
    .where('userId', 'in', userIds)
    .orderBy('userId')
    .forUpdate(),
)

/** Plays of one user are stored one batch after the other, so that duplicates are found. Returns the users who ever turned it on. */
export async function lockScrobblings(tx: Tx, userIds: readonly number[]): Promise<Map<number, Contact>> {
  const rows = await lockedScrobblings(tx, { userIds: padded([...new Set(userIds)]) })
  return new Map(rows.map((row) => [row.userId, row]))
}

const isDue = (at: Date | null, now: Date): boolean =>
  at === null || Math.abs(now.getTime() - at.getTime()) >= MINUTE

/** Notes that players sent something good; for each user at most once a minute. */
export async function noteContacts(
  { tx, now }: { tx: Tx; now: Date },
  contacts: readonly Contact[],
): Promise<void> {
  const due = contacts.filter(
    ({ lastContactAt, lastProblem }) => lastProblem !== null || isDue(lastContactAt, now),
  )
  if (due.length === 0) return
  const userIds = padded(due.map(({ userId }) => userId))
  await run(
    tx,
    kysely
      .updateTable('Scrobbling')
      .set({ lastContactAt: now, lastProblem: null })
      .where('userId', 'in', userIds),
  )
}

const contactOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('Scrobbling')
    .select(['userId', 'lastContactAt', 'lastProblem'])
    .where('userId', '=', userId),
)

/** The same for a request that stores no plays. */
export async function noteContactOf({ db, now }: { db: Db; now: () => Date }, userId: number): Promise<void> {
  const [contact] = await contactOf(db, { userId })
  if (contact) await noteContacts({ tx: db, now: now() }, [contact])
}

/** Notes what was wrong with a request of a player. */
export async function noteProblem(db: Tx, userId: number, lastProblem: ScrobbleProblem): Promise<void> {
  await run(db, kysely.updateTable('Scrobbling').set({ lastProblem }).where('userId', '=', userId))
}

const withoutSecret = {
  secretHash: null,
  sealedSecret: null,
  lastFour: null,
  sessionHash: null,
  lastContactAt: null,
  lastProblem: null,
}

/** Turns scrobbling off: the secret and its session key end at once. Returns the number of secrets. */
export const deleteSecret = (tx: Tx, userId: number): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('Scrobbling')
      .set(withoutSecret)
      .where('userId', '=', userId)
      .where('secretHash', 'is not', null),
  )

/** Creates the row if there is none. */
export async function writeScrobbling(
  tx: Tx,
  userId: number,
  set: Partial<Omit<Scrobbling, 'userId'>>,
): Promise<void> {
  await run(
    tx,
    kysely
      .insertInto('Scrobbling')
      .values({ userId, plays: 'me', nowPlaying: 'me', ...set })
      .onDuplicateKeyUpdate({ ...set, userId }),
  )
}
