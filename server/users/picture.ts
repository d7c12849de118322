import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Viewer } from '../../shared/auth.ts'
import { topics } from '../../shared/events.ts'
import { avatarPixels } from '../../shared/limits.ts'
import { avatarPath, avatarWidths } from '../../shared/pictures.ts'
import { isVisible } from '../access/visibleTo.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { avatarUploads, keyOf } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { tooLarge, unreadable, wrongType } from '../lib/errors.ts'
import { insertRows, kysely, rows, run, statement } from '../lib/sql.ts'
import type { PictureFile, PictureRules } from '../pictures/decode.ts'
import { receivePicture } from '../pictures/uploads.ts'
import { lockUser, type LockedUser } from './lock.ts'
import { viewerView } from './viewerView.ts'

export const avatarRules: PictureRules = {
  widths: avatarWidths,
  limits: { pixels: avatarPixels, shortestEdge: 1, longestEdge: Infinity },
  refusal(problem, cause) {
    if (problem === 'type') return wrongType('pictures.readable')
    if (problem === 'tooLarge') return tooLarge('pictures.atMost')
    return unreadable('pictures.unreadable', cause)
  },
}

/**
 * Stores the middle square of a picture as the viewer's own, in place of an earlier one or of an address elsewhere.
 * @throws as receivePicture
 */
export async function uploadAvatar(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  file: Readable,
): Promise<{ avatar: string }> {
  await deps.limit(avatarUploads).take(keyOf(viewer))
  const files = await receivePicture(deps, viewer, file, avatarRules)
  return await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    const avatar = await storeFiles(write, user, files)
    await writeAvatar(write, user, avatar)
    return { avatar }
  })
}

/** Returns the address. */
async function storeFiles(
  { tx, now }: Write,
  userId: LockedUser,
  files: readonly PictureFile[],
): Promise<string> {
  // Random bytes give each upload its own address: a picture that was removed is not served because somebody else has the same.
  const hash = createHash('sha256').update(randomBytes(16)).update(files.at(-1)!.data).digest('hex')
  const address = hash.slice(0, 32)
  const pictures = files.map(({ width, data }) => ({
    userId,
    width,
    hash: address,
    data: new Uint8Array(data),
    createdAt: now,
  }))
  await insertRows(tx, 'UserPicture', pictures, { orUpdate: ['hash', 'data', 'createdAt'] })
  return avatarPath(address)
}

/** Idempotent; leaves an address elsewhere as it is. */
export async function removeAvatar(deps: WriteDeps, viewer: SignedIn): Promise<Viewer> {
  return await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    if (await deleteAvatarFiles(write, user)) await writeAvatar(write, user, null)
    const select = { nickname: true, avatar: true, bio: true, role: true, isWelcomed: true }
    return viewerView(await write.tx.user.findUniqueOrThrow({ where: { id: user }, select }))
  })
}

/** Returns false if there were none. */
export async function deleteAvatarFiles({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<boolean> {
  return (await run(tx, kysely.deleteFrom('UserPicture').where('userId', '=', userId))) > 0
}

async function writeAvatar({ tx, now, emit }: Write, id: LockedUser, avatar: string | null): Promise<void> {
  const { nickname } = await tx.user.update({
    where: { id },
    data: { avatar, updatedAt: now },
    select: { nickname: true },
  })
  emit(topics.people(), { type: 'user.updated', id, nickname, user: { nickname, avatar } }, id)
}

const avatarAt = statement(({ hash, width }: { hash: string; width: number }) =>
  kysely
    .selectFrom('UserPicture as p')
    .innerJoin('User as u', 'u.id', 'p.userId')
    .select('p.data')
    .where('p.hash', '=', hash)
    .where('p.width', '=', width)
    .where(isVisible),
)

/** Returns null if the picture was replaced or removed, or its owner is disabled or deleted. */
export async function readAvatar(db: Tx, address: { hash: string; width: number }): Promise<Buffer | null> {
  const [picture] = await avatarAt(db, address)
  return picture ? Buffer.from(picture.data) : null
}

/** Returns the largest file of a user's picture, or null if they have uploaded none. */
export async function readLargestAvatar(db: Tx, userId: number): Promise<Buffer | null> {
  const files = kysely.selectFrom('UserPicture').select('data').where('userId', '=', userId)
  const [picture] = await rows(db, files.orderBy('width', 'desc').limit(1))
  return picture ? Buffer.from(picture.data) : null
}
