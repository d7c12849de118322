import { sql } from 'kysely'
import { mailedAtFirst, settingOf } from '../../shared/notifications.ts'
import { isShownTo } from '../access/visibleTo.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, rows, statement } from '../lib/sql.ts'
import { chunked, grouped, type Notice } from './rows.ts'

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

/** A notice that its recipient wants to receive on the site (`here`), by e-mail, or both. */
export type Wanted<Sent extends Notice = Notice> = Sent & { here: boolean; email: boolean }

/**
 * Filters the notices down to those that their recipients want and can see. Drops those about a recipient's own actions, about
 * things they cannot see, about muted threads and users, and those between users with a block.
 */
export async function wantedOf<Sent extends Notice>(
  tx: Tx,
  notices: readonly Sent[],
  now: Date,
): Promise<Wanted<Sent>[]> {
  const others = await withoutBlockedOrMuted(
    tx,
    notices.filter(({ to, actorId }) => to !== actorId),
    now,
  )
  const shown = await withoutHidden(tx, await withoutMuted(tx, others))
  const wanted: Wanted<Sent>[] = []
  for (const some of chunked(shown)) {
    const kinds = [...new Set(some.flatMap(({ kind }) => settingOf[kind] ?? []))]
    const found = await settingsOf(tx, {
      userIds: padded([...new Set(some.map(({ to }) => to))]),
      kinds: padded(kinds, ''),
    })
    const people = new Set(found.map(({ id }) => id))
    const chosen = new Map(found.map((row) => [`${row.id} ${row.kind}`, row]))
    for (const notice of some) {
      const setting = settingOf[notice.kind]
      const row = chosen.get(`${notice.to} ${setting}`)
      const here = row?.here ?? true
      const email = row?.email ?? (setting !== null && mailedAtFirst.has(setting))
      if (people.has(notice.to) && (here || email)) wanted.push({ ...notice, here, email })
    }
  }
  return wanted
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

/** Drops notices from users whom the recipient has muted, or with whom there is a block in either direction. */
async function withoutBlockedOrMuted<Sent extends Notice>(
  tx: Tx,
  notices: readonly Sent[],
  now: Date,
): Promise<Sent[]> {
  const unwanted = new Set<string>()
  for (const some of chunked(notices)) {
    const actors = [...new Set(some.flatMap(({ actorId }) => actorId ?? []))]
    if (actors.length === 0) continue
    const people = padded([...new Set(some.map(({ to }) => to))])
    for (const { userId, actorId } of await blockedOrMutedOf(tx, { people, actors: padded(actors), now }))
      unwanted.add(`${userId} ${actorId}`)
  }
  return notices.filter(({ to, actorId }) => !unwanted.has(`${to} ${actorId}`))
}

const isOfThread = ({ kind }: Notice) => kind === 'comment' || kind === 'thread'

/**
 * Drops notices of threads that the recipient has muted; mentions still arrive, because they are addressed to one user. All
 * thread notices must be about the same thread.
 */
async function withoutMuted<Sent extends Notice>(tx: Tx, notices: readonly Sent[]): Promise<Sent[]> {
  const ofThread = notices.filter(isOfThread)
  const [first] = ofThread
  if (!first) return [...notices]
  const { logId, listId } = first.about
  const muted = new Set<number>()
  for (const some of chunked(ofThread)) {
    const found = await rows(
      tx,
      kysely
        .selectFrom('MutedThread')
        .select('userId')
        .where((eb) => (logId === undefined ? eb('listId', '=', listId!) : eb('logId', '=', logId)))
        .where(
          'userId',
          'in',
          some.map(({ to }) => to),
        ),
    )
    for (const { userId } of found) muted.add(userId)
  }
  return notices.filter((notice) => !isOfThread(notice) || !muted.has(notice.to))
}

/** kinds about things that the recipient owns and therefore always can see */
const ofOwn = new Set(['likeReview', 'likeList', 'comment'])

async function withoutHidden<Sent extends Notice>(tx: Tx, notices: readonly Sent[]): Promise<Sent[]> {
  const inThreads = notices.filter(
    ({ kind, about: { logId, listId } }) => !ofOwn.has(kind) && (logId !== undefined || listId !== undefined),
  )
  const places = grouped(inThreads, ({ about: { logId, listId } }) => `${logId} ${listId}`)
  const hidden = new Set<Notice>()
  for (const there of places.values()) {
    const { logId, listId } = there[0]!.about
    const seers = new Set<number>()
    for (const some of chunked(there)) {
      const things =
        logId === undefined
          ? kysely
              .selectFrom('List as l')
              .innerJoin('User as u', 'u.id', 'l.userId')
              .where('l.id', '=', listId!)
          : kysely
              .selectFrom('Log as l')
              .innerJoin('User as u', 'u.id', 'l.userId')
              .where('l.id', '=', logId)
              .where('l.reviewedAt', 'is not', null)
      const found = await rows(
        tx,
        things
          .innerJoin('User as v', (join) =>
            join.on(
              'v.id',
              'in',
              some.map(({ to }) => to),
            ),
          )
          .select('v.id')
          .where(isShownTo(sql.ref<number>('v.id'))),
      )
      for (const { id } of found) seers.add(id)
    }
    for (const notice of there) if (!seers.has(notice.to)) hidden.add(notice)
  }
  return notices.filter((notice) => !hidden.has(notice))
}
