import { utcDay } from '../../../shared/days.ts'
import type { Write } from '../../core/change.ts'
import { unlimited } from '../../core/limits.ts'
import { takeOff } from '../../listenLater/rows.ts'
import { noticeOf } from '../../notifications/causes.ts'
import { linkMentions, writeMentions } from '../../notifications/mentions.ts'
import { groupBy } from '../../notifications/read/rows.ts'
import { reapplyVisibility } from '../../notifications/write/visibility.ts'
import { replaceNotices } from '../../notifications/write/withdraw.ts'
import type { LockedUser } from '../../users/lock.ts'
import { writeHeads } from '../../users/write/feedHeads.ts'
import {
  albumIdOf,
  differ,
  type Changes,
  type Effect,
  type LogChange,
  type Origin,
  type Outcome,
} from './changes.ts'
import { emitFeedEntries, emitMovedLogs, emitOwnChange, emitRefetch, emitReviews } from './events.ts'
import { noteChanges, noteListenings } from './listeningChanges.ts'
import { writeOpinions, writeOpinionsOf } from './opinions.ts'
import { writeTags } from './tags.ts'

// Everything that must follow a change of listenings, in this order. Each effect decides from the previous and current states
// whether it is needed.

/** True if the rating of an album, or who can see it, may have changed. */
const isRerated = ({ previous, current }: LogChange) =>
  differ(previous, current, ['rating', 'visibility', 'date', 'createdAt'])

/** True if the newest feed entry of the owner may be another one. */
const isMovedInFeeds = ({ previous, current }: LogChange) => differ(previous, current, ['feedAt'])

/** True if other users can see the review of an existing listening now, or no longer. */
const hasOtherReaders = ({ previous, current }: LogChange) =>
  previous !== null &&
  current !== null &&
  (previous.visibility !== current.visibility || (previous.review === null) !== (current.review === null))

const hasOtherMentions = ({ previous, current }: LogChange) =>
  current !== null &&
  (differ(previous, current, ['review']) ||
    (current.review !== null && differ(previous, current, ['visibility'])))

/** Notifies each mentioned user once; in bulk, nobody. */
const mentions: Effect = async (write, { owner, logs, isBulk, spend = unlimited }) => {
  const texts = logs
    .filter(hasOtherMentions)
    .map(({ current }) => ({ logId: current!.id, text: current!.review ?? '' }))
  if (isBulk) return await linkMentions(write.tx, texts)
  for (const { logId, text } of texts) {
    const { mentioned, dropped } = await writeMentions(write.tx, spend, { logId }, text)
    const noticesOf = (userIds: readonly number[]) =>
      userIds.map((userId) => noticeOf('mention', { userId, authorId: owner, thread: { review: logId } }))
    await replaceNotices(write, { gone: noticesOf(dropped), added: noticesOf(mentioned) })
  }
}

/**
 * Takes an album off Listen later when its owner creates a listening of the day on which the album was added, or of a later one. A
 * listening without a day does not take it off.
 */
const listenLater: Effect = async (write, { owner: userId, logs }) => {
  const [{ previous, current } = { previous: null, current: null }] = logs
  if (previous || !current?.date) return
  const { albumId } = current
  const day = utcDay(current.date)
  return { takenOff: await takeOff(write, { userId, albumId }, ({ addedOn }) => day >= addedOn) }
}

const effects = {
  tags: writeTags,
  opinions: ({ tx }, { owner, logs, level }) =>
    writeOpinions(tx, owner, level ? 'all' : logs.filter(isRerated).map(albumIdOf)),
  statistics: noteChanges,
  feedHeads: async ({ tx }, { owner, logs, level }) => {
    if (level || logs.some(isMovedInFeeds)) await writeHeads(tx, [owner])
  },
  feeds: emitFeedEntries,
  reviews: emitReviews,
  refetch: emitRefetch,
  ownPages: emitOwnChange,
  notifications: (write, { owner, logs, level }) =>
    reapplyVisibility(
      write,
      level ? { owner } : { logs: logs.filter(hasOtherReaders).map(({ current }) => current!.id) },
    ),
  mentions,
  listenLater,
} satisfies Record<string, Effect>

type Rule = {
  skips: readonly (keyof typeof effects)[]
  /** many listenings at once: the owner's pages refetch everything, and mentions notify nobody */
  isBulk: boolean
}

const rules: Record<Origin, Rule> = {
  hand: { skips: [], isBulk: false },
  // A review that is shown again is not new.
  moderation: { skips: ['mentions'], isBulk: false },
  visibility: { skips: ['mentions'], isBulk: true },
  tags: { skips: [], isBulk: true },
  // Other users' pages refetch once, when the import ends (server/imports/refetch.ts).
  import: { skips: ['reviews', 'listenLater'], isBulk: true },
  undo: { skips: [], isBulk: true },
  // A thousand albums would flood the pages of other users.
  sync: { skips: ['reviews', 'listenLater'], isBulk: true },
  // Later steps of the removal delete what is left.
  removal: { skips: ['tags', 'opinions', 'statistics', 'feedHeads', 'feeds', 'ownPages'], isBulk: true },
}

export async function applyEffects(write: Write, changes: Changes): Promise<Outcome> {
  const { skips, isBulk } = rules[changes.origin]
  const outcome: Outcome = {}
  for (const [name, effect] of Object.entries(effects))
    if (!skips.some((skipped) => skipped === name))
      Object.assign(outcome, await effect(write, { ...changes, isBulk }))
  return outcome
}

type MovedLogs = {
  owners: readonly LockedUser[]
  albums: readonly number[]
  logs: readonly { id: number; userId: number; feedAt: Date | null }[]
}

/**
 * For listenings and hearts of many people that a merge of albums has moved. Tags, feed heads and notifications do not depend on
 * the album, nobody is notified, and open pages of the albums refetch once (server/catalog/merging.ts).
 */
export async function applyMergeEffects(write: Write, { owners, albums, logs }: MovedLogs): Promise<void> {
  await writeOpinionsOf(write.tx, owners, albums)
  const logsOf = groupBy(logs, ({ userId }) => userId)
  const noted = owners.map((userId) => ({ userId, logIds: (logsOf.get(userId) ?? []).map(({ id }) => id) }))
  await noteListenings(write.tx, noted)
  await emitMovedLogs(write, owners, logs)
}
