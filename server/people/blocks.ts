import { setCommentsBlocked } from '../comments/blocks.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import type { SignedIn } from '../core/trpc.ts'
import { severFollows, emitRelationsChanged } from '../follows/rows.ts'
import type { Tx } from '../lib/db.ts'
import { invalid, notFound } from '../lib/errors.ts'
import { removeLikesBetween } from '../likes/deletion.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { withdrawBetween } from '../notifications/write/withdraw.ts'
import { lockBoth } from '../users/lock.ts'
import { isBlockBetween, getOther } from '../users/other.ts'

/**
 * Deletes follows, follow requests and likes in both directions, and hides their comments on each other's things from everybody.
 * Idempotent.
 * @throws notFound; invalid for oneself
 */
export async function blockPerson(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { nickname }: { nickname: string },
): Promise<{ blocked: true }> {
  const other = await getOther(deps.db, viewer, nickname)
  if (other.id === viewer.id) throw invalid('people.self', 'nickname')
  if (other.isDisabled && !other.isBlocked) throw notFound('users.notFound', 'nickname')
  const pair = [viewer.id, other.id] as const
  await change(
    deps,
    async (write) => {
      const people = await lockBoth(write.tx, ...pair)
      if (await isBlockBetween(write.tx, ...pair)) {
        // The other user was faster with a block: the viewer cannot find them.
        if (!(await hasBlocked(write.tx, ...pair))) throw notFound('users.notFound', 'nickname')
        return
      }
      await write.tx.block.create({
        data: { blockerId: viewer.id, blockedId: other.id, createdAt: write.now },
        select: { blockerId: true },
      })
      await severFollows(write, people)
      await removeLikesBetween(write, people)
      await setCommentsBlocked(write, people, true)
      for (const id of pair) emitRelationsChanged(write, id)
      await withdrawBetween(write, ...pair)
      await reapplyVisibilityBetween(write, pair)
    },
    manyRows,
  )
  return { blocked: true }
}

/** Shows the hidden comments again; nothing else is restored. Idempotent. @throws notFound */
export async function unblockPerson(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { nickname }: { nickname: string },
): Promise<{ blocked: false }> {
  const other = await getOther(deps.db, viewer, nickname)
  const pair = [viewer.id, other.id] as const
  await change(
    deps,
    async (write) => {
      const people = await lockBoth(write.tx, ...pair)
      const { count } = await write.tx.block.deleteMany({
        where: { blockerId: viewer.id, blockedId: other.id },
      })
      if (count === 0) return
      await setCommentsBlocked(write, people, false)
      for (const id of pair) emitRelationsChanged(write, id)
      await reapplyVisibilityBetween(write, pair)
    },
    manyRows,
  )
  return { blocked: false }
}

/** Notifications of others about the comments of the two, and theirs about each other's things. */
async function reapplyVisibilityBetween(write: Write, pair: readonly number[]): Promise<void> {
  for (const [owner, reader] of [pair, pair.toReversed()] as [number, number][]) {
    await reapplyVisibility(write, { actor: owner })
    await reapplyVisibility(write, { owner, reader })
  }
}

const hasBlocked = async (tx: Tx, blockerId: number, blockedId: number) =>
  (await tx.block.count({ where: { blockerId, blockedId } })) > 0
