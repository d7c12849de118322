import { sql } from 'kysely'
import { mailedAtFirst, settingOf } from '../../../shared/notifications.ts'
import { isShownTo } from '../../access/visibleTo.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, rows, statement } from '../../lib/sql.ts'
import { causeOf } from '../causes.ts'
import { chunksOf, groupBy, nameOfThread, unique, type Notice } from './rows.ts'

const settingsOf = statement(({ userIds, kinds }: { userIds: number[]; kinds: string[] }) =>
  kysely
    .selectFrom('User as u')
    .leftJoin('NotificationSetting as s', (join) =>
      join.onRef('s.userId', '=', 'u.id').on('s.kind', 'in', kinds),
    )
    .select(['u.id', 's.kind', 's.here', 's.email'])
    .where('u.id', 'in', userIds)
    .where('u.disabledAt', 'is', null),
)

/** `here` means on the site. */
export type Wanted<Sent extends Notice = Notice> = Sent & { here: boolean; email: boolean }

/**
 * Drops notices about a recipient's own actions, about things they cannot see, about muted threads and users, and those between
 * users with a block.
 */
export async function wantedOf<Sent extends Notice>(
  tx: Tx,
  notices: readonly Sent[],
  now: Date,
): Promise<Wanted<Sent>[]> {
  const others = await withoutBlockedOrMuted(
    tx,
    notices.filter(({ userId, actorId }) => userId !== actorId),
    now,
  )
  const visibleNotices = await withoutHidden(tx, await withoutMutedThreads(tx, others))
  const wantedNotices: Wanted<Sent>[] = []
  for (const chunk of chunksOf(visibleNotices)) {
    const settings = await settingsOf(tx, {
      userIds: padded(unique(chunk.map(({ userId }) => userId))),
      kinds: padded(unique(chunk.flatMap(({ kind }) => settingOf[kind] ?? [])), ''),
    })
    const enabledIds = new Set(settings.map(({ id }) => id))
    const settingByKey = new Map(settings.map((row) => [`${row.id} ${row.kind}`, row]))
    for (const notice of chunk) {
      const setting = settingOf[notice.kind]
      const row = settingByKey.get(`${notice.userId} ${setting}`)
      const here = row?.here ?? true
      const email = row?.email ?? (setting !== null && mailedAtFirst.has(setting))
      if (enabledIds.has(notice.userId) && (here || email)) wantedNotices.push({ ...notice, here, email })
    }
  }
  return wantedNotices
}

const blockedOrMutedOf = statement(
  ({ people, actors, now }: { people: number[]; actors: number[]; now: Date }) => {
    const query = sql<{ userId: number; actorId: number }>`
    SELECT muterId AS userId, mutedId AS actorId FROM Mute
    WHERE muterId IN (${sql.join(people)}) AND mutedId IN (${sql.join(actors)}) AND until > ${now}
    UNION ALL SELECT blockerId, blockedId FROM Block
    WHERE blockerId IN (${sql.join(people)}) AND blockedId IN (${sql.join(actors)})
    UNION ALL SELECT blockedId, blockerId FROM Block
    WHERE blockedId IN (${sql.join(people)}) AND blockerId IN (${sql.join(actors)})`
    return { compile: () => query.compile(kysely) }
  },
)

async function withoutBlockedOrMuted<Sent extends Notice>(
  tx: Tx,
  notices: readonly Sent[],
  now: Date,
): Promise<Sent[]> {
  const unwanted = new Set<string>()
  for (const chunk of chunksOf(notices)) {
    const actors = unique(chunk.flatMap(({ actorId }) => actorId ?? []))
    if (actors.length === 0) continue
    const people = padded(unique(chunk.map(({ userId }) => userId)))
    for (const { userId, actorId } of await blockedOrMutedOf(tx, { people, actors: padded(actors), now }))
      unwanted.add(`${userId} ${actorId}`)
  }
  return notices.filter(({ userId, actorId }) => !unwanted.has(`${userId} ${actorId}`))
}

/** Mentions still arrive, because they are addressed to one user. */
async function withoutMutedThreads<Sent extends Notice>(tx: Tx, notices: readonly Sent[]): Promise<Sent[]> {
  const mutedNotices = new Set<Notice>()
  const silenced = notices.filter(({ kind }) => causeOf(kind)?.thread === 'silences')
  for (const thread of groupBy(silenced, nameOfThread).values()) {
    const { logId, listId } = thread[0]!
    for (const chunk of chunksOf(thread)) {
      const mutes = await rows(
        tx,
        kysely
          .selectFrom('MutedThread')
          .select('userId')
          .where((eb) => (logId === null ? eb('listId', '=', listId) : eb('logId', '=', logId)))
          .where(
            'userId',
            'in',
            chunk.map(({ userId }) => userId),
          ),
      )
      const userIds = new Set(mutes.map(({ userId }) => userId))
      for (const notice of chunk) if (userIds.has(notice.userId)) mutedNotices.add(notice)
    }
  }
  return notices.filter((notice) => !mutedNotices.has(notice))
}

async function withoutHidden<Sent extends Notice>(tx: Tx, notices: readonly Sent[]): Promise<Sent[]> {
  const ofThreads = notices.filter(
    ({ kind, logId, listId }) => !causeOf(kind)?.toOwner && (logId !== null || listId !== null),
  )
  const hiddenNotices = new Set<Notice>()
  for (const thread of groupBy(ofThreads, nameOfThread).values()) {
    const { logId, listId } = thread[0]!
    const readers = new Set<number>()
    for (const chunk of chunksOf(thread)) {
      const things =
        logId === null
          ? kysely
              .selectFrom('List as l')
              .innerJoin('User as u', 'u.id', 'l.userId')
              .where('l.id', '=', listId)
          : kysely
              .selectFrom('Log as l')
              .innerJoin('User as u', 'u.id', 'l.userId')
              .where('l.id', '=', logId)
              .where('l.reviewedAt', 'is not', null)
      const readerRows = await rows(
        tx,
        things
          .innerJoin('User as v', (join) =>
            join.on(
              'v.id',
              'in',
              chunk.map(({ userId }) => userId),
            ),
          )
          .select('v.id')
          .where(isShownTo(sql.ref<number>('v.id'))),
      )
      for (const { id } of readerRows) readers.add(id)
    }
    for (const notice of thread) if (!readers.has(notice.userId)) hiddenNotices.add(notice)
  }
  return notices.filter((notice) => !hiddenNotices.has(notice))
}
