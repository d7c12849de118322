import type { z } from 'zod'
import type { likeInput } from '../../shared/logs.ts'
import { messages } from '../../shared/messages.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { change } from '../change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db, Tx } from '../lib/db.ts'
import { UNCOUNTED } from '../lib/eventLog.ts'
import { notFound } from '../lib/errors.ts'
import { inRounds } from '../lib/rounds.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'now'>
type Like = { logId: number; userId: number }
type Wish = Like & { liked: boolean }

/**
 * Likes a review or takes the like back; saying the same twice changes nothing. A like is a row of its own and counted
 * when its event gets its number: two people who like one review at once do not wait for each other's transaction.
 * @throws notFound for a review that is gone or has no text
 */
export async function likeReview(
  deps: Needs,
  viewer: SignedIn,
  { id, liked }: z.output<typeof likeInput>,
): Promise<{ liked: boolean; likeCount: number }> {
  const likeCount = await roundsOf(deps)({ logId: id, userId: viewer.id, liked })
  if (likeCount === null) throw notFound(messages.logs.reviewNotFound)
  return { liked, likeCount }
}

const rounds = new WeakMap<Db, (wish: Wish) => Promise<number | null>>()

/** A crowd before one review shares transactions: the rounds of a process, by its database. */
function roundsOf(deps: Needs) {
  const known = rounds.get(deps.db)
  if (known) return known
  const made = inRounds((wishes: Wish[]) => likeTogether(deps, wishes))
  rounds.set(deps.db, made)
  return made
}

const nameOf = ({ logId, userId }: Like) => `${logId} ${userId}`

/** Makes the likes as they are wished, in one change; gives the count of each wish's review, null where there is none. */
async function likeTogether(deps: Needs, wishes: Wish[]): Promise<(number | null)[]> {
  const { keys, likes } = await readState(deps, wishes)
  // Of what one person wishes for one review twice at once the last holds. What stands already is not even tried: to
  // delete what is not there would lock the gap in which others put their likes.
  const last = new Map(wishes.map((wish) => [nameOf(wish), wish]))
  const changing = [...last].filter(([name, { logId, liked }]) => keys.has(logId) && likes.has(name) !== liked)
  // Every process takes the rows in the same order, so that no two hold what the other waits for.
  const sorted = changing.map(([, wish]) => wish).toSorted((a, b) => a.logId - b.logId || a.userId - b.userId)
  if (sorted.length > 0) {
    await change(deps, async (tx, tell) => {
      for (const id of new Set(sorted.map(({ logId }) => logId))) {
        const changed = await writeLikes(tx, id, sorted.filter(({ logId }) => logId === id), deps.now())
        // Nobody's deed: it says nothing of a person, and may stay when he goes.
        if (changed) tell(topicOfKey(keys.get(id)!), { type: 'review.liked', id, likeCount: UNCOUNTED }, null)
      }
    })
  }
  const counts = await countThose(deps, keys.keys())
  return wishes.map(({ logId }) => counts.get(logId) ?? null)
}

/** Which of the wished likes stand, and the albums' identities of the reviews that are there. */
async function readState({ db }: Pick<Deps, 'db'>, wishes: Wish[]) {
  const rows = await db.$queryRaw<{ logId: number; key: string; userId: number | null }[]>`
    SELECT l.id AS logId, a.\`key\`, k.userId
    FROM Log l JOIN Album a ON a.id = l.albumId JOIN User u ON u.id = l.userId
    LEFT JOIN ReviewLike k ON k.logId = l.id AND k.userId IN (${Prisma.join([...new Set(wishes.map(({ userId }) => userId))])})
    WHERE l.id IN (${Prisma.join([...new Set(wishes.map(({ logId }) => logId))])})
      AND l.reviewedAt IS NOT NULL AND u.disabledAt IS NULL`
  const likes = rows.flatMap(({ logId, userId }) => (userId === null ? [] : [nameOf({ logId, userId })]))
  return { keys: new Map(rows.map(({ logId, key }) => [logId, key])), likes: new Set(likes) }
}

/** Writes and deletes likes of one review; says whether that changed anything. A review that is gone by now gets none. */
async function writeLikes(tx: Tx, id: number, wishes: Wish[], now: Date): Promise<boolean> {
  const likers = wishes.filter(({ liked }) => liked).map(({ userId }) => Prisma.sql`(${id}, ${userId}, ${now})`)
  const others = wishes.filter(({ liked }) => !liked).map(({ userId }) => userId)
  const added = likers.length === 0
    ? 0
    : await tx.$executeRaw`INSERT IGNORE INTO ReviewLike (logId, userId, createdAt) VALUES ${Prisma.join(likers)}`
  const removed = others.length === 0
    ? 0
    : await tx.$executeRaw`DELETE FROM ReviewLike WHERE logId = ${id} AND userId IN (${Prisma.join(others)})`
  return added + removed > 0
}

/** How many people like each of these reviews; one that is gone by now, or was blanked, is left out. */
async function countThose({ db }: Pick<Deps, 'db'>, ids: Iterable<number>): Promise<Map<number, number>> {
  const wanted = [...ids]
  if (wanted.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: number; likes: bigint }[]>`
    SELECT id, (SELECT COUNT(*) FROM ReviewLike WHERE logId = l.id) AS likes
    FROM Log l WHERE id IN (${Prisma.join(wanted)}) AND reviewedAt IS NOT NULL`
  return new Map(rows.map(({ id, likes }) => [id, Number(likes)]))
}
