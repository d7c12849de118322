import type { Write } from '../core/change.ts'
import type { LockedUser } from './lock.ts'

export async function writeTopAlbums(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  albumIds: readonly number[],
): Promise<void> {
  await tx.topAlbum.deleteMany({ where: { userId } })
  await tx.topAlbum.createMany({
    data: albumIds.map((albumId, position) => ({ userId, position, albumId })),
  })
}
