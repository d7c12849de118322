import { topics, type SpotifyEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

/** Streams the events of the viewer's connection and its sync. */
export const liveSpotify = liveOwn<SpotifyEvent>({
  topic: topics.spotify,
  types: ['spotify.progress', 'spotify.synced', 'spotify.failed', 'spotify.changed'],
})
