import { sql, type Compilable } from 'kysely'
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
    .select(['u.id', 's.kind', 's.here', 's.email', 's.push'])
    .where('u.id', 'in', userIds)
    .where('u.disabledAt', 'is', null),
)

/** `here` means on the site. */
export type Wanted<Sent extends Notice = Notice> = Sent & { here: boolean; email: boolean; push: boolean }

/**
 * Drops notices about a recipient's own actions, about things they cannot see, about muted threads and users, and those between
 * users with a block.
 */
export async function wantedOf<Sent extends Notice>(
  db: Tx,
  notices: readonly Sent[],
  now: Date,
): Promise<Wanted<Sent>[]> {
  const others = await withoutBlockedOrMuted(
    db,
    notices.filter(({ userId, actorId }) => userId !== actorId),
    now,
  )
  const mutedNotices = await foundBy(db, others.filter(isSilenced), mutersOf)
  const heardNotices = others.filter((notice) => !mutedNotices.has(notice))
  const readable = await foundBy(db, heardNotices.filter(isAboutThread), readersOf)
  const visibleNotices = heardNotices.filter((notice) => !isAboutThread(notice) || readable.has(notice))
  const wantedNotices: Wanted<Sent>[] = []
  for (const chunk of chunksOf(visibleNotices)) {
    const settings = await settingsOf(db, {
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
      const push = row?.push ?? false
      if (enabledIds.has(notice.userId) && (here || email || push))
        wantedNotices.push({ ...notice, here, email, push })
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
  db: Tx,
  notices: readonly Sent[],
  now: Date,
): Promise<Sent[]> {
  const unwanted = new Set<string>()
  for (const chunk of chunksOf(notices)) {
    const actors = unique(chunk.flatMap(({ actorId }) => actorId ?? []))
    if (actors.length === 0) continue
    const people = padded(unique(chunk.map(({ userId }) => userId)))
    for (const { userId, actorId } of await blockedOrMutedOf(db, { people, actors: padded(actors), now }))
      unwanted.add(`${userId} ${actorId}`)
  }
  return notices.filter(({ userId, actorId }) => !unwanted.has(`${userId} ${actorId}`))
}

/** Returns the notices whose recipients a query finds; it runs for each thread, with the recipients. */
async function foundBy<Sent extends Notice>(
  db: Tx,
  notices: readonly Sent[],
  queryOf: (thread: Notice, userIds: number[]) => Compilable<{ userId: number }>,
): Promise<Set<Notice>> {
  const found = new Set<Notice>()
  for (const thread of groupBy(notices, nameOfThread).values())
    for (const chunk of chunksOf(thread)) {
      const userIds = chunk.map(({ userId }) => userId)
      const users = new Set((await rows(db, queryOf(thread[0]!, userIds))).map(({ userId }) => userId))
      for (const notice of chunk) if (users.has(notice.userId)) found.add(notice)
    }
  return found
}

/** Mentions still arrive, because they are addressed to one user. */
const isSilenced = ({ kind }: Notice) => causeOf(kind)?.thread === 'silences'

/** Selects those users who have muted a thread. */
const mutersOf = ({ logId, listId }: Notice, userIds: number[]) =>
  kysely
    .selectFrom('MutedThread')
    .select('userId')
    .where((eb) => (logId === null ? eb('listId', '=', listId) : eb('logId', '=', logId)))
    .where('userId', 'in', userIds)

const isAboutThread = ({ kind, logId, listId }: Notice) =>
  !causeOf(kind)?.toOwner && (logId !== null || listId !== null)

/** Selects those users who can see the review or list of a thread. */
function readersOf({ logId, listId }: Notice, userIds: number[]) {
  const things =
    logId === null
      ? kysely.selectFrom('List as l').innerJoin('User as u', 'u.id', 'l.userId').where('l.id', '=', listId)
      : kysely
          .selectFrom('Log as l')
          .innerJoin('User as u', 'u.id', 'l.userId')
          .where('l.id', '=', logId)
          .where('l.reviewedAt', 'is not', null)
  return things
    .innerJoin('User as v', (join) => join.on('v.id', 'in', userIds))
    .select('v.id as userId')
    .where(isShownTo(sql.ref<number>('v.id')))
}
