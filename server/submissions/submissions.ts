import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { insertRows, kysely, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

const KEEP = 30 * 24 * 60 * 60 * 1_000

/** `id` is the UUID with which the client identifies the change: undefined if a retry does no harm. */
export type Submission = {
  userId: LockedUser
  procedure:
    | 'logs.add'
    | 'logs.save'
    | 'logs.setListened'
    | 'favorites.set'
    | 'lists.setAlbum'
    | 'comments.add'
  id: string | undefined
}

const submissionOf = statement(
  ({ userId, procedure, id }: { userId: number; procedure: string; id: string }) =>
    kysely
      .selectFrom('Submission')
      .select('thingId')
      .where('userId', '=', userId)
      .where('procedure', '=', procedure)
      .where('id', '=', id),
)

/**
 * Runs `work` unless the same submission has been committed before; then runs `again` with the id that `work` named, which reads
 * what that change led to. `work` returns its result and the id of the thing that it wrote, if there is one.
 */
export async function once<Result>(
  { tx, now }: Write,
  { userId, procedure, id }: Submission,
  work: () => Promise<{ result: Result; thingId: number | null }>,
  again: (thingId: number | null) => Promise<Result>,
): Promise<Result> {
  if (id === undefined) return (await work()).result
  const key = { userId, procedure, id: id.toLowerCase() }
  const [earlier] = await submissionOf(tx, key)
  if (earlier) return await again(earlier.thingId)
  const { result, thingId } = await work()
  await insertRows(tx, 'Submission', [{ ...key, thingId, createdAt: now }])
  return result
}

export const deleteOldSubmissions = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.submission.deleteMany({ where: { createdAt: { lt: new Date(now().getTime() - KEEP) } } })).count
