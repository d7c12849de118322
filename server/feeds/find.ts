import { albumRef, type AlbumRef } from '../../shared/catalog.ts'
import { findAlbum, findNewNames, identityKey } from '../catalog/albums.ts'
import { withBudget } from '../catalog/budget.ts'
import { getAlbum } from '../catalog/queries.ts'
import type { Context } from '../core/trpc.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { FeedName, Format } from './addresses.ts'
import { findListFeed, findUserFeed, headOfAlbum, readAlbumFeed, type Current } from './feed.ts'

type Request = Pick<Context, 'deps' | 'caller'>
export type Requested = { name: FeedName; format: Format }
/** 'page' if the address is that of an album's page; null if there is no such feed, or not for everyone. */
export type Found = Current | { movedTo: FeedName } | 'page' | null

export async function findFeed(request: Request, { name, format }: Requested): Promise<Found> {
  const { db } = request.deps
  if (name.kind === 'album') return await findAlbumFeed(request, name.ref, format)
  if (name.kind === 'list') return await findListFeed(db, name.id)
  return await findUserFeed(db, name.kind, name.nickname)
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
  const [[named], used] = await Promise.all([
    namedSo(deps.db, { key: identityKey(longer) }),
    findUsedAlbum(deps, ref),
  ])
  if (named?.name.toLowerCase().endsWith(ending)) return 'page'
  return (
    used ??
    (named ? 'page' : null) ??
    (await lookUp(request, ref)) ??
    ((await lookUp(request, longer)) && 'page')
  )
}

async function findUsedAlbum(deps: Request['deps'], ref: AlbumRef): Promise<Found> {
  const row = await findAlbum(deps, ref)
  if (!row) return null
  const newNames = row.key === identityKey(ref) ? null : await findNewNames(deps, ref)
  if (newNames) return { movedTo: { kind: 'album', ref: newNames } }
  return await readAlbumFeed(deps.db, headOfAlbum(row.id, row.artist, row.name))
}

/** An album that nobody has used has a page, and an empty feed. @throws tooMany; unavailable */
async function lookUp(request: Request, ref: AlbumRef): Promise<Found> {
  try {
    const album = await getAlbum(withBudget({ ...request, viewer: null }), null, ref)
    if (album.withoutCatalogue) return null
    const names = { artist: album.artist, album: album.name }
    const used = await findUsedAlbum(request.deps, names)
    return used ?? (await readAlbumFeed(request.deps.db, headOfAlbum(0, album.artist, album.name)))
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return null
    throw error
  }
}
