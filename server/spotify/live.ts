import type { z } from 'zod'
import { topics, type SpotifyEvent } from '../../shared/events.ts'
import type { liveInput } from '../../shared/page.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'

/** The events of the viewer's connection and its sync. */
export const liveSpotify = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: z.output<typeof liveInput>,
  signal: AbortSignal,
) =>
  streamEvents<SpotifyEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.spotify(viewer.id)],
      types: ['spotify.progress', 'spotify.synced', 'spotify.failed', 'spotify.changed'],
    },
    signal,
  )
