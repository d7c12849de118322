import type { z } from 'zod'
import type { liveAlbumInput } from '../../shared/catalog.ts'
import type { AlbumEvent } from '../../shared/events.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { streamEvents } from '../live/stream.ts'
import { topicOfAlbum } from './albums.ts'

/** Streams changes of what is known of an album; the album needs no row. */
export const liveAlbum = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn | null,
  { lastEventId, ...ref }: z.output<typeof liveAlbumInput>,
  signal: AbortSignal,
) =>
  streamEvents<AlbumEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: async () => [await topicOfAlbum(deps, ref)],
      types: ['album.changed', 'album.removed'],
    },
    signal,
  )
