import { sql } from 'kysely'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { SuggestedAlbum } from '../../shared/suggestions.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { readLoves, readOwnLoves, readTitles, type OwnLove } from './loves.ts'
import { rounded, similarity, SIMILAR } from './nearest.ts'
import { readStored } from './stored.ts'
import { isSuggestable } from './suggestable.ts'

type ReadDeps = Pick<Deps, 'db' | 'now'>

const ALBUMS = 6
/** How many people with a similar taste must love an album. */
const LOVERS = 2
/** How many of the most similar people are asked first; all of them, if that is not enough. */
const ASKED = 16
/** How many albums are read at once: the viewer can have heard some of them. */
const BATCH = 24

/** People whose opinions count for the viewer, whether the viewer follows them or not. */
const countedAmong = statement(({ ids, viewerId, now }: { ids: number[]; viewerId: number; now: Date }) =>
  kysely
    .selectFrom('User as u')
    .select('u.id')
    .where('u.id', 'in', ids)
    .where(isSuggestable({ viewerId, now })),
)

const has = (table: 'Opinion' | 'Favorite' | 'ListenLater', viewerId: number) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(table)} AS h WHERE h.userId = ${viewerId} AND h.albumId = a.id)`

const newTo = statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
  kysely
    .selectFrom('Album as a')
    .select(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .where('a.id', 'in', ids)
    .where('a.mergedIntoId', 'is', null)
    .where((eb) =>
      eb.not(eb.or([has('Opinion', viewerId), has('Favorite', viewerId), has('ListenLater', viewerId)])),
    ),
)

/** A person with a similar taste. */
type Lover = { loves: ReadonlySet<number>; both: number[]; similar: number }
type Candidate = { id: number; lovers: Lover[]; score: number }

async function readLovers(
  { db, now }: ReadDeps,
  viewerId: number,
  { ids, own }: { ids: readonly number[]; own: readonly OwnLove[] },
): Promise<Lover[]> {
  const counted = await countedAmong(db, { ids: padded(ids), viewerId, now: now() })
  const lovesOf = await readLoves(
    db,
    counted.map(({ id }) => id),
  )
  return [...lovesOf.values()].flatMap((loves) => {
    const both = own.flatMap(({ albumId }) => (loves.has(albumId) ? [albumId] : []))
    if (both.length < SIMILAR) return []
    return [{ loves, both, similar: similarity(both.length, own.length, loves.size) }]
  })
}

/** Albums that at least two of the people love, those of the most similar people first. */
function rankAlbums(lovers: readonly Lover[], own: readonly OwnLove[]): Candidate[] {
  const known = new Set(own.map(({ albumId }) => albumId))
  const candidates = new Map<number, Candidate>()
  for (const lover of lovers)
    for (const id of lover.loves) {
      if (known.has(id)) continue
      const candidate = candidates.get(id) ?? { id, lovers: [], score: 0 }
      candidate.lovers.push(lover)
      candidate.score += lover.similar
      candidates.set(id, candidate)
    }
  return [...candidates.values()]
    .filter((candidate) => candidate.lovers.length >= LOVERS)
    .map((candidate) => ({ ...candidate, score: rounded(candidate.score) }))
    .toSorted((one, other) => other.score - one.score || one.id - other.id)
}

/** The viewer's album that the most of the people love; of several, the one that was loved first. */
function reasonOf(lovers: readonly Lover[], own: readonly OwnLove[]): number {
  const counts = new Map<number, number>()
  for (const { both } of lovers) for (const id of both) counts.set(id, (counts.get(id) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return own.find(({ albumId }) => counts.get(albumId) === most)!.albumId
}

type Found = { album: AlbumCard; score: number; because: number }

async function findAlbums(
  deps: ReadDeps,
  viewerId: number,
  { ids, own }: { ids: readonly number[]; own: readonly OwnLove[] },
): Promise<Found[]> {
  const ranked = rankAlbums(await readLovers(deps, viewerId, { ids, own }), own)
  const found: Found[] = []
  for (let at = 0; at < ranked.length; at += BATCH) {
    // Albums with the score of the last one are sorted by name, so all of them are read.
    if (found.filter(({ score }) => score > ranked[at]!.score).length >= ALBUMS) break
    const batch = new Map(ranked.slice(at, at + BATCH).map((each) => [each.id, each]))
    for (const { id, ...album } of await newTo(deps.db, { ids: padded([...batch.keys()]), viewerId })) {
      const { lovers, score } = batch.get(id)!
      found.push({ album, score, because: reasonOf(lovers, own) })
    }
  }
  return found
    .toSorted((one, other) => other.score - one.score || (one.album.name < other.album.name ? -1 : 1))
    .slice(0, ALBUMS)
}

/** 'Albums you may like': computed from what people love now; stored is only whom to ask. */
export async function suggestAlbums(deps: ReadDeps, viewer: Pick<SignedIn, 'id'>): Promise<SuggestedAlbum[]> {
  const [{ personalSuggestions, lovers: near }, loves] = await Promise.all([
    readStored(deps.db, viewer.id),
    readOwnLoves(deps.db, viewer.id),
  ])
  const own = loves.filter(({ isPublic }) => isPublic)
  if (!personalSuggestions || own.length < SIMILAR) return []
  const lovers = near.map(([id]) => id)
  const first = await findAlbums(deps, viewer.id, { ids: lovers.slice(0, ASKED), own })
  const isEnough = first.length === ALBUMS || lovers.length <= ASKED
  const found = isEnough ? first : await findAlbums(deps, viewer.id, { ids: lovers, own })
  const titleOf = await readTitles(
    deps.db,
    found.map(({ because }) => because),
  )
  return found.map(({ album, because }) => ({ ...album, because: titleOf(because) }))
}
