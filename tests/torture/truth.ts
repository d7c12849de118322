import { topicOfKey } from '../../server/catalog/albums.ts'
import type { Db } from '../../server/lib/db.ts'
import { readEvent } from '../../server/live/encodedEvent.ts'
import type { LoggedEvent } from '../../server/live/eventLog.ts'
import { namesIn } from '../../server/live/shown.ts'
import { topics } from '../../shared/events.ts'
import { lines, type Watcher } from './stories.ts'
import type { World } from './world.ts'

/** An event in the log; `isGone` if its content was deleted later, so that it is no longer replayed. */
export type Told = { seq: number; topic: string; type: string; isGone: boolean }

/** All events that were ever emitted, including those that the log has deleted. */
export type Chronicle = {
  /** deletes all numbered events from the log, as happens after a day */
  forget: () => Promise<void>
  read: () => Promise<Told[]>
}

export function makeChronicle({ db }: World): Chronicle {
  const kept: LoggedEvent[] = []
  async function copy(upTo: number) {
    const after = kept.at(-1)?.seq ?? 0
    const rows = await db.$queryRaw<(Omit<LoggedEvent, 'seq'> & { seq: bigint })[]>`
      SELECT seq, topic, type, payload FROM Event WHERE seq > ${after} AND seq <= ${upTo} ORDER BY seq`
    kept.push(...rows.map((row) => ({ ...row, seq: Number(row.seq) })))
  }
  const head = async () => Number((await db.eventLog.findFirstOrThrow()).head)
  return {
    async forget() {
      const upTo = await head()
      await copy(upTo)
      await db.$transaction([
        db.$executeRaw`UPDATE EventLog SET pruned = ${upTo}`,
        db.$executeRaw`DELETE FROM Event WHERE seq <= ${upTo}`,
      ])
    },
    async read() {
      await copy(await head())
      const removed = new Set<string>()
      return kept
        .toReversed()
        .map((event): Told => {
          const names = namesIn(readEvent(event))
          if (names.removed !== null) removed.add(names.removed)
          const { seq, topic, type } = event
          return { seq, topic, type, isGone: names.shown.some((name) => removed.has(name)) }
        })
        .toReversed()
    },
  }
}

/** Returns the lines that a watcher should see, from the database. */
export async function truthOf({ db, list, album }: World, { kind, nickname }: Watcher): Promise<string[]> {
  if (kind === 'thread') {
    const rows = await db.comment.findMany({
      where: { listId: list },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true, text: true, _count: { select: { likes: true } } },
    })
    return [
      ...rows.map(({ _count, ...row }) => lines.comment({ ...row, likeCount: _count.likes })),
      lines.comments(rows.length),
    ]
  }
  const isShown =
    kind === 'reviews'
      ? { reviewedAt: { not: null }, album: { name: album.album } }
      : { feedAt: { not: null }, user: { followers: { some: { follower: { nickname: nickname! } } } } }
  const rows = await db.log.findMany({
    where: isShown,
    orderBy: kind === 'reviews' ? { id: 'asc' } : [{ feedAt: 'desc' }, { id: 'desc' }],
    select: {
      id: true,
      version: true,
      review: true,
      rating: true,
      _count: { select: { likes: true, comments: true } },
    },
  })
  return rows.map(({ _count, ...row }) => {
    const counts = { likeCount: _count.likes, commentCount: _count.comments }
    return kind === 'reviews' ? lines.review({ ...row, review: row.review!, ...counts }) : lines.entry(row)
  })
}

/** Returns the topics that a watcher is currently subscribed to. */
export async function topicsOf(
  { db, list, album }: World,
  { kind, nickname }: Watcher,
): Promise<Set<string>> {
  if (kind === 'thread') return new Set([topics.thread({ list })])
  if (kind === 'reviews') return new Set([topicOfKey(await keyOf(db, album.album))])
  const { id, following } = await db.user.findUniqueOrThrow({
    where: { nickname: nickname! },
    include: { following: true },
  })
  return new Set([
    topics.follows(id),
    topics.people(),
    ...following.map(({ followingId }) => topics.user(followingId)),
  ])
}

const keyOf = async (db: Db, name: string) => (await db.album.findFirstOrThrow({ where: { name } })).key
