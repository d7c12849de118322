import { hideCommentsBetween, showCommentsBetween } from '../comments/blocks.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { SignedIn } from '../core/trpc.ts'
import { severFollows, emitRelationsChanged } from '../follows/rows.ts'
import type { Tx } from '../lib/db.ts'
import { invalid, notFound } from '../lib/errors.ts'
import { removeLikesBetween } from '../likes/between.ts'
import { forgetBetween, reapplyVisibility } from '../notifications/takeBack.ts'
import { lockBoth } from '../users/lock.ts'
import { isBlockBetween, getOther } from '../users/other.ts'

type Needs = WriteDeps

/** how long somebody who has written and liked very much may take, in milliseconds */
const LONG = 60_000

/**
 * Lets neither of the viewer and another person see the other: what they are to each other and like of each other is deleted, what they
 * wrote under each other's things is hidden from all. Saying it twice changes nothing. @throws notFound; invalid for oneself
 */
export async function blockPerson(
  deps: Needs,
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
        // The other was faster: they are not to be found.
        if (!(await hasBlocked(write.tx, ...pair))) throw notFound('users.notFound', 'nickname')
        return
      }
      await write.tx.block.create({
        data: { blockerId: viewer.id, blockedId: other.id, createdAt: write.now },
        select: { blockerId: true },
      })
      await severFollows(write, people)
      await removeLikesBetween(write, people)
      await hideCommentsBetween(write, people)
      for (const id of pair) emitRelationsChanged(write, id)
      await forgetBetween(write, ...pair)
      await judgeBoth(write, pair)
    },
    { timeout: LONG },
  )
  return { blocked: true }
}

/** Ends a block, which brings back comments alone; saying it twice changes nothing. @throws notFound */
export async function unblockPerson(
  deps: Needs,
  viewer: Pick<SignedIn, 'id'>,
  { nickname }: { nickname: string },
): Promise<{ blocked: false }> {
  const other = await getOther(deps.db, viewer, nickname)
  const pair = [viewer.id, other.id] as const
  await change(
    deps,
    async (write) => {
      const people = await lockBoth(write.tx, ...pair)
      const ended = await write.tx.$executeRaw`
        DELETE FROM Block WHERE blockerId = ${viewer.id} AND blockedId = ${other.id}`
      if (!ended) return
      await showCommentsBetween(write, people)
      for (const id of pair) emitRelationsChanged(write, id)
      await judgeBoth(write, pair)
    },
    { timeout: LONG },
  )
  return { blocked: false }
}

/** Notifications of others about the two people's comments are hidden with the comments, and reappear with them. */
async function judgeBoth(write: Write, pair: readonly number[]): Promise<void> {
  for (const actor of pair) await reapplyVisibility(write, { actor })
}

const hasBlocked = async (tx: Tx, blockerId: number, blockedId: number) =>
  (await tx.block.count({ where: { blockerId, blockedId } })) > 0
