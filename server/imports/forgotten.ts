import type { Write } from '../core/change.ts'
import type { LockedUser } from '../users/lock.ts'
import { settle } from './settle.ts'
import { judgedOf } from './verdict.ts'

/** Names in a user's imports that meant an album mean none any more: the album is about to be deleted. */
export async function forgetAlbum(
  { tx }: Pick<Write, 'tx'>,
  { userId, albumId }: { userId: LockedUser; albumId: number },
): Promise<void> {
  const albums = await tx.importAlbum.findMany({
    where: { albumId, import: { userId } },
    select: { id: true, import: true },
  })
  const ids = albums.map(({ id }) => id)
  const data = { albumId: null, state: 'missing', chosen: false } as const
  await tx.importAlbum.updateMany({ where: { id: { in: ids } }, data })
  for (const { id, import: record } of albums)
    if (record.state === 'preview' || record.state === 'importing') await settle(tx, judgedOf(record), [id])
}
