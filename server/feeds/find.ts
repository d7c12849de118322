import type { AlbumRef } from '../../shared/catalog.ts'
import { albumRef } from '../../shared/catalog.ts'
import { findAlbum, findSurvivor, identityKey } from '../catalog/albums.ts'
import { withBudget } from '../catalog/budget.ts'
import { getAlbum } from '../catalog/queries.ts'
import type { Context } from '../core/trpc.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { FeedName, Format } from './addresses.ts'
import { headOfAlbum, headOfList, headOfUser, type Head } from './feed.ts'
import { findOpenList, findOpenUser } from './owners.ts'

type Request = Pick<Context, 'deps' | 'caller'>
export type Requested = { name: FeedName; format: Format }
/** 'page' if the address is that of an album's page; null if there is no such feed, or not for everyone. */
type Found = { head: Head } | { movedTo: FeedName } | 'page' | null

export async function findFeed(request: Request, { name, format }: Requested): Promise<Found> {
  const { db } = request.deps
  if (name.kind === 'album') return await findAlbumFeed(request, name.ref, format)
  if (name.kind === 'list') {
    const list = await findOpenList(db, name.id)
    return list && { head: headOfList(list) }
  }
  const user = await findOpenUser(db, name.nickname)
  return user && { head: headOfUser(name.kind, user) }
}

const namedSo = statement(({ key }: { key: string }) =>
  kysely.selectFrom('Album').select('name').where('key', '=', key),
)

/** An album that is called 'Foo.xml' itself keeps its page. */
async function findAlbumFeed(request: Request, ref: AlbumRef, format: Format): Promise<Found> {
  const { deps } = request
  const ending = `.${format}`
  const longer = { ...ref, album: ref.album + ending }
  if (!albumRef.safeParse(longer).success) return null
  const [named] = await namedSo(deps.db, { key: identityKey(longer) })
  if (named?.name.toLowerCase().endsWith(ending)) return 'page'
  return (
    (await findUsedAlbum(deps, ref)) ??
    (named ? 'page' : null) ??
    (await lookUp(request, ref)) ??
    ((await lookUp(request, longer)) && 'page')
  )
}

async function findUsedAlbum(deps: Request['deps'], ref: AlbumRef): Promise<Found> {
  const row = await findAlbum(deps, ref)
  if (!row) return null
  const survivor = row.key === identityKey(ref) ? null : await findSurvivor(deps, ref)
  if (survivor) return { movedTo: { kind: 'album', ref: survivor } }
  return { head: headOfAlbum(row.id, row.artist, row.name) }
}

/** An album that nobody has used has a page, and an empty feed. @throws tooMany; unavailable */
async function lookUp(request: Request, ref: AlbumRef): Promise<Found> {
  try {
    const album = await getAlbum(withBudget({ ...request, viewer: null }), null, ref)
    if (album.withoutCatalogue) return null
    const names = { artist: album.artist, album: album.name }
    return (await findUsedAlbum(request.deps, names)) ?? { head: headOfAlbum(0, album.artist, album.name) }
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return null
    throw error
  }
}
