import type { Write } from '../../core/change.ts'
import type { AlbumLink } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import { emitAlbumChanged, lockAlbum, writeFacts } from '../facts.ts'
import { replaceCover } from '../keyless/pictures.ts'
import { WANTED_FOR } from './queue.ts'

/**
 * Links an album to a release group, or to none (null). Its facts follow in the background; those of a known group are written at
 * once, in place of what another group had. The service changes no link that a moderator chose. @throws notFound
 */
export async function settleLink(
  write: Write,
  { albumId, groupId, isChosen = true }: { albumId: number; groupId: string | null; isChosen?: boolean },
): Promise<void> {
  const album = await lockAlbum(write, albumId)
  const { tx, now } = write
  const choice = {
    state: groupId === null ? ('none' as const) : ('linked' as const),
    groupId,
    candidates: null,
    isChosen,
    failures: 0,
    // The choice of no group is final.
    lookUpAt: groupId === null ? null : now,
    wantedUntil: groupId === null ? null : new Date(now.getTime() + WANTED_FOR),
    checkedAt: null,
  }
  const previous = await readLink(tx, albumId)
  const previousId = previous?.groupId ?? null
  await tx.albumLink.upsert({ where: { albumId }, create: { albumId, ...choice }, update: choice })
  const group = groupId === null ? null : await tx.releaseGroup.findUnique({ where: { id: groupId } })
  const isReplaced = previousId !== null && previousId !== groupId
  const { releaseDate = null, type = null } = group ?? {}
  await writeFacts(write, {
    albumId,
    by: 'service',
    ...((releaseDate || isReplaced) && { releaseDate }),
    ...((type || isReplaced) && { type }),
    ...(isReplaced && { genres: [] }),
    // Tracks without titles are not the group's.
    ...(isReplaced && album.tracks !== null && { tracks: [] }),
  })
  if (previousId !== groupId) await replaceCover(write, album, { from: previousId, to: groupId })
  emitAlbumChanged(write, album)
}

/** The parts of a link that an undo restores. */
export type StoredLink = Pick<AlbumLink, 'state' | 'groupId' | 'candidates' | 'isChosen'>

/** @returns null if the album was never looked up */
export const readLink = (tx: Tx, albumId: number): Promise<StoredLink | null> =>
  tx.albumLink.findUnique({
    where: { albumId },
    select: { state: true, groupId: true, candidates: true, isChosen: true },
  })

/** Writes a link as it was before a moderator chose another one, or as a merged album had it; it is looked up again unless it was chosen, too. */
export async function restoreLink(
  { tx, now }: Write,
  { albumId, link }: { albumId: number; link: StoredLink | null },
): Promise<void> {
  const waiting: StoredLink = { state: 'waiting', groupId: null, candidates: null, isChosen: false }
  const previous = { ...(link ?? waiting), failures: 0, checkedAt: null }
  const lookUpAt = link?.isChosen && link.groupId === null ? null : now
  const columns = { ...previous, lookUpAt }
  await tx.albumLink.upsert({ where: { albumId }, create: { albumId, ...columns }, update: columns })
}
