import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'

/** how long a sign-in counts as proof of identity, in milliseconds */
const FRESH = 10 * 60 * 1000

export async function isFresh(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { sessionId }: SignedIn,
): Promise<boolean> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { createdAt: true } })
  return session !== null && now().getTime() - session.createdAt.getTime() < FRESH
}

/** True if the viewer's account was connected with Google within the last ten minutes, as when Google opens it for them. */
export async function isTakenOver(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id }: Pick<SignedIn, 'id'>,
): Promise<boolean> {
  const createdAt = { gt: new Date(now().getTime() - FRESH) }
  return (await db.identity.count({ where: { userId: id, createdAt } })) > 0
}
