import type { z } from 'zod'
import { topics, type PlayingEvent } from '../../shared/events.ts'
import type { Playing, playingInput, PlayingList } from '../../shared/nowPlaying.ts'
import { isNickname } from '../../shared/users.ts'
import { sees } from '../../shared/visibility.ts'
import { isVisible, readerIn } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { streamEvents, type EventStream } from '../live/stream.ts'
import { findPerson, readOf } from '../users/queries.ts'
import { readTracks, usersPlaying, type PlayingDeps } from './nowPlaying.ts'

// Current tracks as pages show them: on a profile, and at the top of the feed.

type Viewer = Pick<SignedIn, 'id'> | null
type Wanted = z.output<typeof playingInput>

const peopleOf = statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .innerJoin('Scrobbling as s', 's.userId', 'u.id')
    .leftJoin('Follow as f', (join) =>
      join.on('f.followerId', '=', viewerId).onRef('f.followingId', '=', 'u.id'),
    )
    .select(['u.id', 'u.nickname', 'u.avatar', 's.nowPlaying', 'f.followerId', 'f.mutedUntil'])
    .select(readerIn(viewerId).as('reader'))
    .where('u.id', 'in', ids)
    .where(isVisible),
)

/** @throws notFound for a user who is hidden from the viewer */
export async function listPlaying(
  deps: PlayingDeps & Pick<Deps, 'db' | 'bus'>,
  viewer: Viewer,
  { nickname }: Wanted,
): Promise<PlayingList> {
  // Read before the tracks, so that an event in between is sent again rather than lost.
  const live = deps.bus.last()
  const ids = nickname === undefined ? await usersPlaying(deps) : [await idOf(deps, viewer, nickname)]
  const viewerId = viewer?.id ?? 0
  if (ids.length === 0) return { items: [], live }
  const people = (await peopleOf(deps.db, { ids: padded(ids), viewerId })).filter(
    ({ id, followerId, mutedUntil, nowPlaying, reader }) =>
      sees(reader, nowPlaying) &&
      (nickname !== undefined ||
        id === viewerId ||
        (followerId !== null && (mutedUntil === null || mutedUntil <= deps.now()))),
  )
  const tracks = await readTracks(
    deps,
    people.map(({ id }) => id),
  )
  const items = people.flatMap(({ id, nickname: name, avatar }): Playing[] => {
    const track = tracks.get(id)
    if (!track) return []
    const { until, ...playing } = track
    return [{ ...playing, user: { nickname: name, avatar }, endsIn: until - deps.now().getTime() }]
  })
  return { items: items.toSorted((a, b) => (a.since < b.since ? 1 : -1)), live }
}

const idOf = (deps: Pick<Deps, 'db'>, viewer: Viewer, nickname: string): Promise<number> =>
  readOf(deps, { viewer, nickname, nothing: 0 }, async ({ id }) => id)

const followedBy = statement(({ viewerId }: { viewerId: number }) =>
  kysely.selectFrom('Follow').select('followingId').where('followerId', '=', viewerId),
)

type LiveInput = Wanted & { lastEventId?: string | null | undefined }

/** Sends when what somebody plays began or ended, or may be shown to others than before. */
export function livePlaying(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: Viewer,
  { nickname, lastEventId }: LiveInput,
  signal: AbortSignal,
): EventStream<PlayingEvent> {
  let watched = new Set<number>()
  const readTopics = async () => {
    watched = new Set(await watchedBy(deps, viewer, nickname))
    const own = viewer && nickname === undefined ? [topics.follows(viewer.id)] : []
    return [...own, topics.people(), ...[...watched].map((id) => topics.playing(id))]
  }
  return streamEvents<PlayingEvent>(
    deps,
    {
      viewer,
      ...(nickname === undefined && { mutesBy: deps.now }),
      after: lastEventId,
      topics: readTopics,
      types: ['playing.changed'],
      async transform(event, _, setTopics) {
        switch (event.type) {
          case 'follow.added':
          case 'follow.removed':
            setTopics(await readTopics())
            return { type: 'playing.changed' }
          case 'user.updated':
          case 'user.disabled':
          case 'user.audience':
          case 'user.removed':
            return watched.has(event.id) ? { type: 'playing.changed' } : null
          default:
            return null
        }
      },
    },
    signal,
  )
}

async function watchedBy(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  nickname: string | undefined,
): Promise<number[]> {
  if (nickname !== undefined) {
    const person = isNickname(nickname) ? await findPerson({ db }, nickname) : null
    return person ? [person.id] : []
  }
  if (!viewer) return []
  const followed = await followedBy(db, { viewerId: viewer.id })
  return [viewer.id, ...followed.map(({ followingId }) => followingId)]
}
