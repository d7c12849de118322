import { topics } from '../../shared/events.ts'
import { lastLogDay, utcDay, type OwnLog, type SaveLogInput } from '../../shared/logs.ts'
import { messages } from '../../shared/messages.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'

import { change } from '../change.ts'
import { invalid } from '../lib/errors.ts'
import { lockPerson } from '../users/lock.ts'
import { writeHeart } from './heart.ts'
import { readOwnLog } from './queries.ts'
import { tellLogSaved } from './tell.ts'

/**
 * Writes the viewer's one log of an album: makes it or changes what the input names. The same input again changes nothing.
 * @throws notFound for an unknown album; unavailable; invalid for a day to come
 */
export async function saveLog(deps: Deps, viewer: SignedIn, { favorite, ...input }: SaveLogInput): Promise<OwnLog> {
  const now = deps.now()
  if (input.date && input.date > lastLogDay(now)) throw invalid(messages.logs.dateFuture, 'date')
  const album = await resolveAlbum(deps, input)

  return await change(deps, async (tx, tell) => {
    await lockPerson(tx, viewer.id)
    const place = { userId: viewer.id, albumId: album.id }
    const before = await tx.log.findUnique({ where: { userId_albumId: place } })
    const review = input.review === undefined ? (before?.review ?? null) : input.review || null
    const wished = {
      source: 'manual' as const,
      rating: input.rating ?? before?.rating ?? 0,
      review,
      reviewedAt: review === null ? null : (before?.reviewedAt ?? now),
      date: input.date ? new Date(input.date) : (before?.date ?? new Date(utcDay(now))),
    }
    const heartChanged = favorite !== undefined && (await writeHeart(tx, viewer.id, album.id, favorite, now))
    const changed =
      heartChanged ||
      !before ||
      before.source !== wished.source ||
      before.rating !== wished.rating ||
      before.review !== wished.review ||
      before.date.getTime() !== wished.date.getTime()
    const { id } = before
      ? await tx.log.update({
          where: { id: before.id },
          data: { ...wished, updatedAt: now, version: { increment: changed ? 1 : 0 } },
          select: { id: true },
        })
      : await tx.log.create({ data: { ...place, ...wished, createdAt: now, updatedAt: now }, select: { id: true } })
    if (changed) await tellLogSaved(tx, tell, viewer.id, id)
    return await readOwnLog(tx, id)
  })
}

/** Removes the viewer's log with this id; the album's heart stays. What is gone already, or is not the viewer's, changes nothing. */
export async function removeLog(deps: Pick<Deps, 'db' | 'bus'>, viewer: SignedIn, { id }: { id: number }): Promise<{ id: number }> {
  await change(deps, async (tx, tell) => {
    await lockPerson(tx, viewer.id)
    const removed = await tx.log.deleteMany({ where: { id, userId: viewer.id } })
    if (removed.count > 0) tell(topics.user(viewer.id), { type: 'log.removed', id }, viewer.id)
  })
  return { id }
}
