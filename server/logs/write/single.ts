import { entersFeeds, utcDay } from '../../../shared/days.ts'
import type { TakenOff } from '../../../shared/listenLater.ts'
import type { SaveLogInput } from '../../../shared/logs.ts'
import { tagKey } from '../../../shared/tagKey.ts'
import { sees, type Visibility } from '../../../shared/visibility.ts'
import { chosenLevel, levelColumns } from '../../access/hiddenLevel.ts'
import type { Write } from '../../core/change.ts'
import { edits, newLogs } from '../../core/limits.ts'
import type { Log } from '../../generated/prisma/client.ts'
import { conflict } from '../../lib/errors.ts'
import type { Spend } from '../../lib/rateLimit.ts'
import { defaultVisibility } from '../../users/defaultVisibility.ts'
import { lockUser, type LockedUser } from '../../users/lock.ts'
import { dayOf } from '../day.ts'
import { readTags } from '../read/tags.ts'
import { differ } from './changes.ts'
import { applyEffects } from './effects.ts'
import { writeHeart } from './hearts.ts'

type Input = Pick<
  SaveLogInput,
  'rating' | 'review' | 'date' | 'today' | 'favorite' | 'relisten' | 'visibility' | 'tags'
>
type Edit = {
  place: { userId: LockedUser; albumId: number; submission?: string }
  /** null creates a listening */
  previous: Log | null
  input: Input
  isStale?: boolean
  spend: Spend
}
export type Written = { id: number; takenOff: TakenOff | null }

/** @throws conflict if the input is stale and would change something; tooMany */
export async function writeLog(write: Write, edit: Edit): Promise<Written> {
  const { place, previous, input, isStale = false, spend } = edit
  const { tx, now } = write
  const { userId, albumId, submission } = place
  const previousTags = previous ? (await readTags(tx, [previous]))(previous.id) : []
  const tags = input.tags && !areSame(previousTags, input.tags) ? input.tags : undefined
  const level = input.visibility ?? (previous ? chosenLevel(previous) : await defaultVisibility(tx, userId))
  const content = contentOf(edit, { level, tagCount: (tags ?? previousTags).length, now })
  const isChanged =
    tags !== undefined ||
    differ<Pick<Log, (typeof comparedColumns)[number]>>(previous, content, comparedColumns)
  if (isChanged && isStale) throw conflict('logs.changed')
  const { favorite } = input
  const others =
    favorite === undefined ? null : await writeHeart(write, { userId, albumId }, favorite, previous?.id)
  const isSeen = isChanged || others !== null
  if (isSeen) await spend(previous ? edits : newLogs)
  const enteredAt = previous?.enteredAt ?? (isForFeeds(edit, content, now) ? now : null)
  const data = {
    ...content,
    ...feedColumns(content.visibility, enteredAt),
    importId: isChanged ? null : previous?.importId,
    updatedAt: now,
  }
  const current = previous
    ? await tx.log.update({
        where: { id: previous.id },
        data: { ...data, version: { increment: isSeen ? 1 : 0 } },
      })
    : await tx.log.create({ data: { userId, albumId, submission, ...data, createdAt: now } })
  const logs = [{ previous, current, previousTags, tags }, ...(others ?? [])]
  const { takenOff = null } = await applyEffects(write, { owner: userId, origin: 'hand', logs, spend })
  return { id: current.id, takenOff }
}

/** A difference in these columns makes an edit a change. */
const comparedColumns = [
  'source',
  'visibility',
  'hiddenLevel',
  'rating',
  'review',
  'date',
  'relisten',
] as const

function contentOf(
  { previous, input }: Edit,
  { level, tagCount, now }: { level: Visibility; tagCount: number; now: Date },
) {
  const review = input.review === undefined ? (previous?.review ?? null) : input.review || null
  return {
    source: 'manual' as const,
    // A listening that a moderator hides stays hidden, whatever its owner chooses.
    ...levelColumns(level, previous !== null && previous.hiddenLevel !== null),
    rating: input.rating ?? previous?.rating ?? 0,
    review,
    reviewedAt: review === null ? null : (previous?.reviewedAt ?? now),
    date: dayOf(previous, input, now),
    relisten: input.relisten ?? previous?.relisten ?? false,
    tagCount,
  }
}

/** An imported listening enters, whatever its day, when its owner gives it another rating or review. */
function isForFeeds(
  { previous, input }: Edit,
  { date, rating, review }: Pick<Log, 'date' | 'rating' | 'review'>,
  now: Date,
): boolean {
  if (!previous) return entersFeeds(date && utcDay(date), input.today ?? utcDay(now))
  const isRated = rating > 0 && rating !== previous.rating
  const isReviewed = review !== null && review !== previous.review
  return previous.imported && (isRated || isReviewed)
}

const feedColumns = (visibility: Visibility, enteredAt: Date | null) => ({
  enteredAt,
  feedAt: sees('follower', visibility) ? enteredAt : null,
})

const areSame = (tags: readonly string[], others: readonly string[]): boolean =>
  tags.map(tagKey).join('\n') === others.map(tagKey).join('\n')

/**
 * Hides it from everyone except its owner, or restores the visibility that they have chosen. Returns whether this changed
 * anything.
 */
export async function setLogHidden(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
  isHidden: boolean,
): Promise<boolean> {
  const owner = await lockUser(write.tx, ownerId)
  const previous = await write.tx.log.findFirst({ where: { id, userId: owner } })
  if (!previous || (previous.hiddenLevel !== null) === isHidden) return false
  const columns = levelColumns(chosenLevel(previous), isHidden)
  const current = await write.tx.log.update({
    where: { id },
    data: {
      ...columns,
      ...feedColumns(columns.visibility, previous.enteredAt),
      updatedAt: write.now,
      version: { increment: 1 },
    },
  })
  const previousTags = (await readTags(write.tx, [previous]))(id)
  await applyEffects(write, { owner, origin: 'moderation', logs: [{ previous, current, previousTags }] })
  return true
}
