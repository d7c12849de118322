import { utcDay } from '../../../shared/days.ts'
import type { Write } from '../../core/change.ts'
import { unlimited } from '../../core/limits.ts'
import { takeOffListenLater } from '../../listenLater/rows.ts'
import { noticeOf } from '../../notifications/causes.ts'
import { linkMentions, writeMentions } from '../../notifications/mentions.ts'
import { reapplyVisibility } from '../../notifications/write/visibility.ts'
import { replaceNotices } from '../../notifications/write/withdraw.ts'
import type { LockedUser } from '../../users/lock.ts'
import { writeHeads } from '../../users/write/feedHeads.ts'
import { differ, type Changes, type Effect, type LogChange, type Origin, type Outcome } from './changes.ts'
import { emitFeedEntries, emitMovedLogs, emitOwnChange, emitRefetch, emitReviews } from './events.ts'
import { deriveOpinions, writeOpinionsOf } from './opinions.ts'
import { writeTags } from './tags.ts'

// Everything that must follow a change of listenings, in this order. Each effect decides from the previous and current states
// whether it is needed.

const feedHeads: Effect = async ({ tx }, { owner, logs, level }) => {
  if (level || logs.some(({ previous, current }) => differ(previous, current, ['feedAt'])))
    await writeHeads(tx, [owner])
}

/** Hides notifications of listenings that their recipients can no longer see, and shows them again to those who can. */
const notifications: Effect = async (write, { owner, logs, level }) => {
  if (level) return await reapplyVisibility(write, { owner })
  const logIds = logs.flatMap(({ previous, current }) => {
    if (!previous || !current) return []
    const hasOtherReaders = previous.visibility !== current.visibility
    return hasOtherReaders || (previous.review === null) !== (current.review === null) ? [current.id] : []
  })
  await reapplyVisibility(write, { logs: logIds })
}

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

const listenLater: Effect = async (write, { owner: userId, logs }) => {
  const [{ previous, current } = { previous: null, current: null }] = logs
  if (previous || !current) return
  const { albumId, date } = current
  return { takenOff: await takeOffListenLater(write, { userId, albumId, date: date && utcDay(date) }) }
}

const effects = {
  tags: writeTags,
  opinions: deriveOpinions,
  feedHeads,
  feeds: emitFeedEntries,
  reviews: emitReviews,
  refetch: emitRefetch,
  ownPages: emitOwnChange,
  notifications,
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
  // A thousand albums would flood the pages; a sync emits its own event when it ends.
  sync: { skips: ['reviews', 'ownPages', 'listenLater'], isBulk: true },
  // Later steps of the removal delete what is left.
  removal: { skips: ['tags', 'opinions', 'feedHeads', 'feeds', 'ownPages'], isBulk: true },
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
  await emitMovedLogs(write, owners, logs)
}
