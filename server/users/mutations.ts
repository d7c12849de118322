import type { Viewer } from '../../shared/auth.ts'
import { topics } from '../../shared/events.ts'
import { isUploadedAvatar } from '../../shared/pictures.ts'
import { reservedNicknames, type ProfileLink, type UpdateProfileInput } from '../../shared/users.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { edits, limited, renames } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { violatedIndex, type Tx } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { lockUser } from './lock.ts'
import { deleteAvatarFiles } from './picture.ts'
import { markWelcomed } from './write/account.ts'

/** @throws conflict on 'nickname' if it is taken, or on a field that was changed elsewhere in the meantime; tooMany */
export async function updateProfile(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  input: UpdateProfileInput,
): Promise<Viewer> {
  const isReserved = input.nickname !== undefined && reservedNicknames.has(input.nickname)
  if (isReserved) throw conflict('auth.nicknameTaken', 'nickname')
  try {
    return await limited(deps, viewer, (spend) =>
      change(deps, async ({ tx, emit }) => {
        const user = await lockUser(tx, viewer.id)
        const current = await readProfile(tx, viewer.id)
        assertUnchanged(current, input)
        const { nickname = current.nickname, bio = current.bio, links } = input
        // An uploaded picture stays until an address replaces it.
        const avatar = (input.avatar ?? current.avatar) || current.uploaded
        const profile = { nickname, avatar: avatar || null, bio: bio || null }
        await spend(edits)
        if (nickname !== current.nickname) await spend(renames)
        if (current.uploaded && avatar !== current.uploaded) await deleteAvatarFiles({ tx }, user)
        await tx.user.update({
          where: { id: viewer.id },
          data: { ...profile, updatedAt: deps.now() },
          select: { id: true },
        })
        if (links) await writeLinks(tx, viewer.id, links)
        const isSame = nickname === current.nickname && avatar === (current.avatar || current.uploaded)
        const card = { nickname, avatar: profile.avatar }
        if (!isSame)
          emit(
            topics.people(),
            { type: 'user.updated', id: viewer.id, nickname: current.nickname, user: card },
            viewer.id,
          )
        return { ...viewer.view, ...profile }
      }),
    )
  } catch (error) {
    // The unique index decides between two users who request one name at the same time.
    if (violatedIndex(error)?.includes('nickname')) throw conflict('auth.nicknameTaken', 'nickname')
    throw error
  }
}

/** The welcome is no longer offered, whether the viewer has finished or skipped it. */
export async function finishWelcome({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<Viewer> {
  await markWelcomed(db, viewer.id)
  return { ...viewer.view, isWelcomed: true }
}

type Held = Required<NonNullable<UpdateProfileInput['before']>>

/** `avatar` is empty if the picture was uploaded, as in the form. */
async function readProfile(tx: Tx, id: number): Promise<Held & { nickname: string; uploaded: string }> {
  const { nickname, avatar, bio, links } = await tx.user.findUniqueOrThrow({
    where: { id },
    select: {
      nickname: true,
      avatar: true,
      bio: true,
      links: { select: { type: true, url: true }, orderBy: { position: 'asc' } },
    },
  })
  const [address = '', uploaded = ''] = isUploadedAvatar(avatar) ? ['', avatar!] : [avatar ?? '']
  return { nickname, avatar: address, uploaded, bio: bio ?? '', links }
}

/** A field that already has the requested value is not a conflict: the response to an earlier request can have been lost. */
function assertUnchanged(current: Held, { before: previous = {}, ...requested }: UpdateProfileInput): void {
  const serialize = (value: Held[keyof Held] | undefined) =>
    JSON.stringify(Array.isArray(value) ? value.map(({ type, url }) => [type, url]) : value)
  for (const field of ['avatar', 'bio', 'links'] as const) {
    if (previous[field] === undefined || requested[field] === undefined) continue
    if (
      ![previous[field], requested[field]].some((value) => serialize(value) === serialize(current[field]))
    ) {
      throw conflict('users.changedElsewhere', field)
    }
  }
}

async function writeLinks(tx: Tx, userId: number, links: ProfileLink[]): Promise<void> {
  await tx.profileLink.deleteMany({ where: { userId } })
  await tx.profileLink.createMany({ data: links.map((link, position) => ({ ...link, position, userId })) })
}
