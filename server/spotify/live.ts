import { topics, type SpotifyEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

export const liveSpotify = liveOwn<SpotifyEvent>({
  topic: topics.spotify,
  types: ['spotify.progress', 'spotify.synced', 'spotify.failed', 'spotify.changed'],
})
