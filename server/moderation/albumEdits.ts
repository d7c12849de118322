import type { AlbumCard } from '../../shared/catalog.ts'
import { topics } from '../../shared/events.ts'
import type { EditedAlbum } from '../../shared/moderation.ts'
import { getAlbum, type StoredAlbum } from '../albums/access.ts'
import { editOf, editOwnAlbum, type EditInput } from '../albums/edit.ts'
import { groupOf } from '../albums/queries.ts'
import { writeEdit, type Edit } from '../catalog/added.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import type { AlbumDeps } from '../catalog/details.ts'
import { lockAlbum } from '../catalog/facts.ts'
import { readGenres } from '../catalog/genreRows.ts'
import { readLink, restoreLink, type StoredLink } from '../catalog/linking/settle.ts'
import { titlesOf } from '../catalog/tracks.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { edits, limited } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { ModerationAction } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { UNDO_FOR } from '../pictures/store.ts'
import { lockUser } from '../users/lock.ts'
import { isModerator, lockModerator } from '../users/roles.ts'

/** `genres` with their votes; `edited` as in Album. */
type State = Edit & { edited: string }
/** `link` is set if the edit chose another one; then the data of the group, which follow from the link, are restored, too. */
type Before = Edit & { edited: string; link?: StoredLink | null; ofGroup?: Pick<Edit, 'image' | 'tracks'> }

/**
 * Moderators can edit every album; other users only what they have added, while nobody else uses it.
 * @throws notFound; forbidden; conflict on the field 'title' if another album has the new names; invalid; tooMany; unavailable
 */
export async function editAlbum(
  deps: WriteDeps & AlbumDeps & Pick<Deps, 'audit' | 'limit'>,
  viewer: SignedIn,
  input: EditInput,
): Promise<AlbumCard> {
  const canModerate = await isModerator(deps.db, viewer)
  // Only the catalogue can know the album.
  if (canModerate && !(await findAlbum(deps, input.album))) await resolveAlbum(deps, input.album)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      if (canModerate) await lockModerator(write.tx, viewer)
      else await lockUser(write.tx, viewer.id)
      await lockAlbum(write, (await getAlbum(write.tx, input.album)).id)
      const album = await getAlbum(write.tx, input.album)
      await spend(edits)
      return canModerate
        ? await editAsModerator(write, deps, { album, viewer, input })
        : await editOwnAlbum(write, { album, viewer, input })
    }),
  )
}

async function editAsModerator(
  write: Write,
  deps: Pick<Deps, 'audit'>,
  { album, viewer, input }: { album: StoredAlbum; viewer: SignedIn; input: EditInput },
): Promise<AlbumCard> {
  const { tx, now } = write
  const previous = await readState(tx, album)
  const edit = await editOf(write, { album, viewer, input })
  const fields = Object.keys(edit) as (keyof Edit)[]
  const changed = fields.filter((field) => JSON.stringify(edit[field]) !== JSON.stringify(previous[field]))
  const { id: _, ...card } = album
  if (changed.length === 0)
    return { artist: card.artist, name: card.name, image: card.image, year: card.year }
  const pick = (state: Edit) => Object.fromEntries(changed.map((field) => [field, state[field]]))
  const { releaseDate, type, genres, edited } = previous
  const before: Before = {
    ...(changed.includes('musicbrainz') && {
      releaseDate,
      type,
      genres,
      ofGroup: ofGroup(album),
      link: await readLink(tx, album.id),
    }),
    ...pick(previous),
    edited,
  }
  const { id: action } = await tx.moderationAction.create({
    data: { moderatorId: viewer.id, kind: 'editAlbum', reason: '', createdAt: now },
    select: { id: true },
  })
  // Before the edit, which deletes a cover that nothing refers to.
  await tx.albumEdit.create({
    data: {
      id: action,
      albumId: album.id,
      before: JSON.stringify(before),
      after: JSON.stringify(pick(edit)),
      image: changed.includes('image') ? previous.image : null,
      createdAt: now,
    },
    select: { id: true },
  })
  const { id: __, ...written } = await writeEdit(write, { albumId: album.id, ...pick(edit) })
  await deps.audit.write(tx, {
    event: 'moderation.editAlbum',
    actor: viewer.id,
    subject: null,
    detail: { action, album: album.id },
  })
  write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
  return written
}

/** The tracks and the cover that a group can have given an album. Last.fm knows only how many tracks there are. */
const ofGroup = ({ image, tracks, trackCount }: StoredAlbum): Before['ofGroup'] => ({
  ...(!image?.startsWith('http') && { image }),
  ...((tracks !== null || !trackCount) && { tracks: JSON.parse(tracks ?? '[]') as Edit['tracks'] }),
})

async function readState(tx: Tx, album: StoredAlbum): Promise<State> {
  const genres = await readGenres(tx, album.id)
  const { artist, name, image, releaseDate, type, edited } = album
  const tracks = titlesOf(album.tracks)
  const musicbrainz = groupOf(await readLink(tx, album.id))
  return { artist, name, image, releaseDate, type, genres, tracks, musicbrainz, edited }
}

/** @throws conflict after a later edit of the same album, or if the album no longer exists */
export async function undoAlbumEdit(
  deps: WriteDeps & Pick<Deps, 'audit'>,
  viewer: SignedIn,
  { id }: Pick<ModerationAction, 'id'>,
): Promise<{ id: number }> {
  return await change(deps, async (write) => {
    const { tx, now } = write
    await lockModerator(tx, viewer)
    const edit = await tx.albumEdit.findUnique({ where: { id } })
    if (!edit || !canUndoEdit(edit, now)) throw conflict('moderation.impossible')
    const { albumId } = edit
    await lockAlbum(write, albumId)
    const action = await tx.moderationAction.findUniqueOrThrow({ where: { id } })
    if (action.undoneAt) return { id }
    if (await hasLaterEdit(tx, { albumId, id })) throw conflict('moderation.undoLaterFirst')
    const { link, ofGroup: service, musicbrainz: _, ...before } = JSON.parse(edit.before) as Before
    if (link !== undefined) await restoreLink(write, { albumId, link })
    await writeEdit(write, { albumId, ...service, ...before })
    await tx.moderationAction.update({ where: { id }, data: { undoneAt: now }, select: { id: true } })
    await deps.audit.write(tx, {
      event: 'moderation.undo',
      actor: viewer.id,
      subject: null,
      detail: { action: id, album: albumId, kind: 'editAlbum' },
    })
    write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
    return { id }
  })
}

const hasLaterEdit = async (tx: Tx, { albumId, id }: { albumId: number; id: number }): Promise<boolean> =>
  (await tx.albumEdit.count({ where: { albumId, id: { gt: id }, action: { undoneAt: null } } })) > 0

/** The line of the trail: only the values that the edit changed. */
export async function readEdits(tx: Tx, ids: readonly number[], now: Date) {
  const found = await tx.albumEdit.findMany({
    where: { id: { in: [...ids] } },
    include: { album: { select: { artist: true, name: true } }, action: { select: { undoneAt: true } } },
  })
  return new Map(
    found.map((edit) => [
      edit.id,
      {
        album: { artist: edit.album.artist, album: edit.album.name },
        before: shownOf(edit.before),
        after: shownOf(edit.after),
        canUndo: edit.action.undoneAt === null && canUndoEdit(edit, now),
      },
    ]),
  )
}

const canUndoEdit = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < UNDO_FOR

function shownOf(json: string): EditedAlbum {
  const { edited: _, link: __, ofGroup: ___, image, genres, ...state } = JSON.parse(json) as Partial<Before>
  return {
    ...state,
    ...(genres && { genres: genres.map(({ name }) => name) }),
    ...(image !== undefined && { cover: image !== null }),
  } as EditedAlbum
}
