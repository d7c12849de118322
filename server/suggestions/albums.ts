import { sql } from 'kysely'
import type { SuggestedAlbum } from '../../shared/suggestions.ts'
import { isMutedBy, isPersonShownTo } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { publicLoves, readLoves, readOwnLoves } from './loves.ts'
import { SIMILAR } from './people.ts'
import { readSwitches } from './switches.ts'

const ALBUMS = 6
/** How many people with a similar taste love a suggested album. */
const LOVERS = 2

/** Whose taste counts for the viewer's albums: also that of people whom they follow. */
const countsFor = (viewerId: number, now: Date) => sql<boolean>`(u.suggestMe AND NOT u.isPrivate
  AND u.id <> ${viewerId} AND ${isPersonShownTo(viewerId)} AND NOT ${isMutedBy(viewerId, now, 'u.id')})`

const similarTo = statement(
  ({ albumIds, viewerId, now }: { albumIds: number[]; viewerId: number; now: Date }) =>
    kysely
      .selectFrom(publicLoves('albumId', albumIds).as('l'))
      .innerJoin('User as u', 'u.id', 'l.userId')
      .select('u.id')
      .where(countsFor(viewerId, now))
      .groupBy('u.id')
      .having(sql<boolean>`COUNT(*) >= ${SIMILAR}`),
)

const newTo = statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
  kysely
    .selectFrom('Album as a')
    .select(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .where('a.id', 'in', ids)
    .where('a.mergedIntoId', 'is', null)
    .where(isNewTo(viewerId)),
)

const isNewTo = (viewerId: number) => sql<boolean>`(
  NOT EXISTS (SELECT 1 FROM Opinion AS x WHERE x.userId = ${viewerId} AND x.albumId = a.id)
  AND NOT EXISTS (SELECT 1 FROM Favorite AS x WHERE x.userId = ${viewerId} AND x.albumId = a.id)
  AND NOT EXISTS (SELECT 1 FROM ListenLater AS x WHERE x.userId = ${viewerId} AND x.albumId = a.id))`

/** 'Albums you may like'. */
export async function suggestAlbums(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<SignedIn, 'id'>,
): Promise<SuggestedAlbum[]> {
  const { personalSuggestions } = await readSwitches(db, viewer.id)
  const own = personalSuggestions
    ? (await readOwnLoves(db, viewer.id)).filter(({ isPublic }) => isPublic)
    : []
  if (own.length < SIMILAR) return []
  const albumIds = padded(own.map(({ albumId }) => albumId))
  const people = await similarTo(db, { albumIds, viewerId: viewer.id, now: now() })
  const loves = [
    ...(
      await readLoves(
        db,
        people.map(({ id }) => id),
      )
    ).values(),
  ]
  const similar = loves.map((albums) => {
    const both = own.filter(({ albumId }) => albums.has(albumId))
    return { albums, both, cosine: both.length / Math.sqrt(albums.size) }
  })
  const candidates = new Map<number, typeof similar>()
  for (const person of similar)
    for (const albumId of person.albums) candidates.set(albumId, [...(candidates.get(albumId) ?? []), person])
  const ids = [...candidates].filter(([, lovers]) => lovers.length >= LOVERS).map(([id]) => id)
  const cards = await newTo(db, { ids: padded(ids), viewerId: viewer.id })
  return cards
    .map(({ id, ...card }) => {
      const lovers = candidates.get(id)!
      const cosine = lovers.reduce((sum, lover) => sum + lover.cosine, 0)
      const shared = own.map(({ albumId, name }) => ({
        name,
        count: lovers.filter(({ albums }) => albums.has(albumId)).length,
      }))
      const [because] = shared.toSorted((one, other) => other.count - one.count)
      return { cosine, album: { ...card, because: because!.name } }
    })
    .toSorted((one, other) => other.cosine - one.cosine || (one.album.name < other.album.name ? -1 : 1))
    .slice(0, ALBUMS)
    .map(({ album }) => album)
}
