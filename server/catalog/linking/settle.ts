import type { Write } from '../../core/change.ts'
import { emitAlbumChanged, lockAlbum, writeFacts } from '../facts.ts'
import { WANTED_FOR } from './queue.ts'

const GROUP_ID =
  /^(?:https?:\/\/(?:[a-z\d-]+\.)*musicbrainz\.org\/release-group\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?#].*)?$/i

/** Parses the id of a release group, or its address at MusicBrainz; null if it is neither. */
export const parseGroupId = (text: string): string | null =>
  GROUP_ID.exec(text.trim())?.[1]?.toLowerCase() ?? null

/**
 * Links an album to a release group, or to none (null). Its facts follow in the background; those of a known group are written at
 * once. The service changes no link that a moderator chose. @throws notFound
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
  await tx.albumLink.upsert({ where: { albumId }, create: { albumId, ...choice }, update: choice })
  const group = groupId === null ? null : await tx.releaseGroup.findUnique({ where: { id: groupId } })
  if (group)
    await writeFacts(write, {
      albumId,
      by: 'service',
      ...(group.releaseDate && { releaseDate: group.releaseDate }),
      ...(group.type && { type: group.type }),
    })
  emitAlbumChanged(write, album)
}
