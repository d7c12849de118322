import { sql } from 'kysely'
import type { SuggestedAlbum } from '../../shared/suggestions.ts'
import { isMutedBy, isPersonShownTo } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { readLoves, readOwnLoves, type OwnLove } from './loves.ts'
import { similarity, SIMILAR } from './nearest.ts'
import { readStored } from './stored.ts'

const ALBUMS = 6
/** How many people with a similar taste must love an album. */
const LOVERS = 2
/** How many of the most similar people are asked. */
const ASKED = 24
/** How many albums are read at once: the viewer can have heard some of them. */
const BATCH = 24

/** People whose opinions count for the viewer, whether the viewer follows them or not. */
const countedAmong = statement(({ ids, viewerId, now }: { ids: number[]; viewerId: number; now: Date }) =>
  kysely
    .selectFrom('User as u')
    .select('u.id')
    .where('u.id', 'in', ids)
    .where('u.id', '<>', viewerId)
    .where('u.suggestMe', '=', true)
    .where('u.isPrivate', '=', false)
    .where(isPersonShownTo(viewerId))
    .where(sql<boolean>`NOT ${isMutedBy(viewerId, now, 'u.id')}`),
)

const has = (table: 'Opinion' | 'Favorite' | 'ListenLater', viewerId: number) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(table)} AS h WHERE h.userId = ${viewerId} AND h.albumId = a.id)`

const newTo = statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
  kysely
    .selectFrom('Album as a')
    .select(['a.id', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .where('a.id', 'in', ids)
    .where('a.mergedIntoId', 'is', null)
    .where(({ not, or }) =>
      not(or([has('Opinion', viewerId), has('Favorite', viewerId), has('ListenLater', viewerId)])),
    ),
)

/** A person with a similar taste. */
type Lover = { loves: ReadonlySet<number>; both: OwnLove[]; similar: number }
type Candidate = { id: number; lovers: Lover[]; score: number }

async function readLovers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewerId: number,
  { ids, own }: { ids: readonly number[]; own: readonly OwnLove[] },
): Promise<Lover[]> {
  const counted = await countedAmong(db, { ids: padded(ids), viewerId, now: now() })
  const isCounted = new Set(counted.map(({ id }) => id))
  const lovesOf = await readLoves(db, ids.filter((id) => isCounted.has(id)).slice(0, ASKED))
  return [...lovesOf.values()].flatMap((loves) => {
    const both = own.filter(({ albumId }) => loves.has(albumId))
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
    .toSorted((one, other) => other.score - one.score || one.id - other.id)
}

/** The title of the viewer's album that the most of the people love; of several, the one that was loved first. */
function reasonOf(lovers: readonly Lover[], own: readonly OwnLove[]): string {
  const counts = new Map<number, number>()
  for (const { both } of lovers)
    for (const { albumId } of both) counts.set(albumId, (counts.get(albumId) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return own.find(({ albumId }) => counts.get(albumId) === most)!.name
}

/** 'Albums you may like': computed from what people love now; stored is only whom to ask. */
export async function suggestAlbums(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<SignedIn, 'id'>,
): Promise<SuggestedAlbum[]> {
  const { db } = deps
  const [stored, loves] = await Promise.all([readStored(db, viewer.id), readOwnLoves(db, viewer.id)])
  const own = loves.filter(({ isPublic }) => isPublic)
  if (!stored.personalSuggestions || own.length < SIMILAR) return []
  const lovers = await readLovers(deps, viewer.id, { ids: stored.lovers, own })
  const ranked = rankAlbums(lovers, own)
  const found: { album: SuggestedAlbum; score: number }[] = []
  for (let at = 0; at < ranked.length && found.length < ALBUMS; at += BATCH) {
    const batch = new Map(ranked.slice(at, at + BATCH).map((each) => [each.id, each]))
    for (const { id, ...card } of await newTo(db, { ids: padded([...batch.keys()]), viewerId: viewer.id })) {
      const { lovers: ofAlbum, score } = batch.get(id)!
      found.push({ album: { ...card, because: reasonOf(ofAlbum, own) }, score })
    }
  }
  return found
    .toSorted((one, other) => other.score - one.score || (one.album.name < other.album.name ? -1 : 1))
    .slice(0, ALBUMS)
    .map(({ album }) => album)
}
