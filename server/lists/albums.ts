import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { DomainError, invalid } from '../lib/errors.ts'
import { countAll, kysely, rows, statement } from '../lib/sql.ts'

type Wish = number | AlbumRef
/** So many albums of a list are looked up at once: the catalogue serves others too. */
const BATCH = 4

const unknownAlbum = () => invalid('catalog.albumNotFound', 'albums')

/**
 * The numbers of the albums that a client named, each once, in the order in which it is named first.
 * @throws invalid on 'albums' for one that nobody knows; unavailable
 */
export async function chooseAlbums(
  deps: Pick<Deps, 'db' | 'cache' | 'lastfm' | 'pictures' | 'now'>,
  wishes: readonly Wish[],
): Promise<number[]> {
  await checkNumbers(
    deps,
    wishes.filter((wish) => typeof wish === 'number'),
  )
  const refs = wishes.filter((wish) => typeof wish !== 'number')
  const names = [...new Map(refs.map((ref) => [albumKey(ref), ref]))]
  const named = new Map<string, number>()
  for (let at = 0; at < names.length; at += BATCH) {
    const requested = names.slice(at, at + BATCH)
    const ids = await Promise.all(requested.map(([, ref]) => resolveNumber(deps, ref)))
    requested.forEach(([key], index) => named.set(key, ids[index]!))
  }
  return [...new Set(wishes.map((wish) => (typeof wish === 'number' ? wish : named.get(albumKey(wish))!)))]
}

async function checkNumbers({ db }: Pick<Deps, 'db'>, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  const wanted = [...new Set(numbers)]
  const [known] = await rows(db, kysely.selectFrom('Album').select(countAll).where('id', 'in', wanted))
  if (known!.count < wanted.length) throw unknownAlbum()
}

async function resolveNumber(deps: Parameters<typeof resolveAlbum>[0], ref: AlbumRef): Promise<number> {
  try {
    return (await resolveAlbum(deps, ref)).id
  } catch (error) {
    throw error instanceof DomainError && error.kind === 'notFound' ? unknownAlbum() : error
  }
}

const albumIdsOf = statement(({ listId }: { listId: number }) =>
  kysely.selectFrom('ListAlbum').select('albumId').where('listId', '=', listId).orderBy('position'),
)

/** The numbers of a list's albums, in its order. */
export async function readAlbumIds(tx: Tx, listId: number): Promise<number[]> {
  return (await albumIdsOf(tx, { listId })).map(({ albumId }) => albumId)
}

/** Replaces the albums of a list, which were `before`, by the `wanted` ones, in that order. The list must be locked. */
export async function writeAlbums(
  tx: Tx,
  listId: number,
  before: readonly number[],
  wanted: readonly number[],
): Promise<void> {
  const kept = new Set(wanted)
  const gone = before.filter((albumId) => !kept.has(albumId))
  if (gone.length > 0) {
    await tx.$executeRaw`DELETE FROM ListAlbum WHERE listId = ${listId} AND albumId IN (${Prisma.join(gone)})`
  }
  const places = wanted.flatMap((albumId, position) =>
    before[position] === albumId ? [] : [Prisma.sql`(${listId}, ${albumId}, ${position})`],
  )
  if (places.length > 0) {
    await tx.$executeRaw`
      INSERT INTO ListAlbum (listId, albumId, position) VALUES ${Prisma.join(places)}
      ON DUPLICATE KEY UPDATE position = VALUES(position)`
  }
}
