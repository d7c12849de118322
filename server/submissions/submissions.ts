import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError } from '../lib/errors.ts'
import { insertRows, kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

const KEEP = 30 * 24 * 60 * 60 * 1_000
/** Bytes of the column. */
const LONGEST_ANSWER = 65_535

/** `id` is the UUID with which the client identifies the change: undefined if a retry does no harm. */
export type Submission = {
  userId: LockedUser
  procedure:
    | 'logs.add'
    | 'logs.save'
    | 'logs.setListened'
    | 'favorites.set'
    | 'lists.create'
    | 'lists.setAlbum'
    | 'comments.add'
  id: string | undefined
}

const submissionOf = statement(
  ({ userId, procedure, id }: { userId: number; procedure: string; id: string }) =>
    kysely
      .selectFrom('Submission')
      .select(['thingId', 'answer'])
      .where('userId', '=', userId)
      .where('procedure', '=', procedure)
      .where('id', '=', id),
)

/**
 * Runs `work` unless the same submission has been committed before; then runs `again` with the id that `work` named and with its
 * result, which is null if it was too long to be stored. `work` returns its result and the id of the thing that it wrote, if
 * there is one.
 */
export async function once<Result>(
  { tx, now }: Write,
  { userId, procedure, id }: Submission,
  work: () => Promise<{ result: Result; thingId: number | null }>,
  again: (thingId: number | null, answer: Result | null) => Promise<Result>,
): Promise<Result> {
  if (id === undefined) return (await work()).result
  const [earlier] = await submissionOf(tx, { userId, procedure, id: id.toLowerCase() })
  if (earlier) return await again(earlier.thingId, JSON.parse(earlier.answer ?? 'null') as Result | null)
  const { result, thingId } = await work()
  const json = JSON.stringify(result)
  const answer = Buffer.byteLength(json) > LONGEST_ANSWER ? null : json
  await keepSubmission({ tx, now }, { userId, procedure, id }, { thingId, answer })
  return result
}

/**
 * Runs a change that contains `once`. If its list, review or album cannot be found now, but the same submission has been committed
 * before, returns the answer of that time.
 */
export async function orFirstAnswer<Result>(
  { deps, viewer }: { deps: Pick<Deps, 'db'>; viewer: { id: number } },
  { procedure, id }: Omit<Submission, 'userId'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const isGone = error instanceof DomainError && (error.kind === 'notFound' || error.kind === 'unavailable')
    if (!isGone || id === undefined) throw error
    const [earlier] = await submissionOf(deps.db, { userId: viewer.id, procedure, id: id.toLowerCase() })
    if (!earlier?.answer) throw error
    return JSON.parse(earlier.answer) as Result
  }
}

/** Stores that this submission was committed, so that a repeated one does nothing. */
export async function keepSubmission(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { userId, procedure, id }: Omit<Submission, 'userId'> & { userId: number; id: string },
  done: { thingId: number | null; answer: string | null },
): Promise<void> {
  await insertRows(tx, 'Submission', [{ userId, procedure, id: id.toLowerCase(), ...done, createdAt: now }])
}

export const deleteOldSubmissions = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.submission.deleteMany({ where: { createdAt: { lt: new Date(now().getTime() - KEEP) } } })).count
