import type { PlaySource } from '../../shared/plays.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, run, statement, type Tables } from '../lib/sql.ts'

type Scrobbling = Tables['Scrobbling']
export type ScrobbleProblem = NonNullable<Scrobbling['lastProblem']>
type Contact = Pick<Scrobbling, 'userId' | 'lastContactAt' | 'lastProblem'>

const MINUTE = 60_000

const lockedScrobbling = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('Scrobbling')
    .select(['userId', 'lastContactAt', 'lastProblem'])
    .where('userId', '=', userId)
    .forUpdate(),
)

/** Plays of one user are stored one batch after the other, so that duplicates are found. Null if they never turned it on. */
export async function lockScrobbling(tx: Tx, userId: number): Promise<Contact | null> {
  const [row] = await lockedScrobbling(tx, { userId })
  return row ?? null
}

const isDue = (at: Date | null, now: Date): boolean =>
  at === null || Math.abs(now.getTime() - at.getTime()) >= MINUTE

/** Notes that a player sent something good; at most once a minute. */
export async function noteContact(
  { tx, now }: { tx: Tx; now: Date },
  { userId, lastContactAt, lastProblem }: Contact,
  source: PlaySource,
): Promise<void> {
  const isPlayer = source === 'lastfm' || source === 'listenbrainz'
  if (!isPlayer || (lastProblem === null && !isDue(lastContactAt, now))) return
  await update(tx, userId, { lastContactAt: now, lastProblem: null })
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
  if (contact) await noteContact({ tx: db, now: now() }, contact, 'listenbrainz')
}

/** Notes what was wrong with a request of a player. */
export const noteProblem = (db: Tx, userId: number, lastProblem: ScrobbleProblem): Promise<void> =>
  update(db, userId, { lastProblem })

async function update(tx: Tx, userId: number, set: Partial<Contact>): Promise<void> {
  await run(tx, kysely.updateTable('Scrobbling').set(set).where('userId', '=', userId))
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
