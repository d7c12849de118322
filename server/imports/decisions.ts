import type { ChooseInput } from '../../shared/imports.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, rows } from '../lib/sql.ts'
import { emitChanged, lockImport } from './mutations.ts'
import { requireImport } from './queries.ts'
import { settle } from './settle.ts'
import { readSettings } from './stored.ts'

const open = ['preview', 'importing'] as const

/**
 * Assigns an album to a row and to all other rows of the same names, which makes them ready. An import under way writes them.
 * @throws notFound for the import, the row or the album; conflict when the import has ended; unavailable; tooMany
 */
export async function chooseAlbum(
  deps: Deps,
  viewer: SignedIn,
  { id, row, album: ref }: ChooseInput,
): Promise<{ id: number }> {
  // Checked first, so that a request that will be refused makes no call to the catalogue.
  await requireImport(deps.db, viewer, id)
  const album = await resolveAlbum(deps, ref)
  await change(deps, async (write) => {
    const { settings } = await lockImport(write.tx, viewer, id, open)
    const found = await write.tx.importRow.findUnique({
      where: { importId_number: { importId: id, number: row } },
      select: { importAlbumId: true, state: true },
    })
    if (!found?.importAlbumId || found.state === 'written') throw notFound('imports.rowGone')
    await write.tx.importAlbum.update({
      where: { id: found.importAlbumId },
      data: { state: 'found', albumId: album.id, chosen: true, checkedAt: write.now },
      select: { id: true },
    })
    await settleThese(write.tx, viewer, id, settings, [found.importAlbumId])
    emitChanged(write, viewer, id)
  })
  return { id }
}

/** Confirms all found albums of a play history. @throws notFound; conflict */
export async function confirmHeard(
  deps: WriteDeps,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (write) => {
    const { settings } = await lockImport(write.tx, viewer, id, open)
    const heard = await rows(
      write.tx,
      kysely
        .selectFrom('ImportAlbum')
        .select('id')
        .where('importId', '=', id)
        .where('state', '=', 'found')
        .where('heard', 'is not', null)
        .where('chosen', '=', false as never),
    )
    const ids = heard.map((each) => each.id)
    await write.tx.importAlbum.updateMany({ where: { id: { in: ids } }, data: { chosen: true } })
    await settleThese(write.tx, viewer, id, settings, ids)
    emitChanged(write, viewer, id)
  })
  return { id }
}

async function settleThese(
  tx: Tx,
  viewer: SignedIn,
  id: number,
  settings: string,
  ids: number[],
): Promise<void> {
  const { format } = await tx.import.findUniqueOrThrow({ where: { id }, select: { format: true } })
  const wishes = readSettings(settings).wishes !== false
  await settle(tx, { id, userId: viewer.id, format, wishes }, ids)
  await tx.$executeRaw`UPDATE Import SET turnAt = UTC_TIMESTAMP(3) WHERE id = ${id}`
}
