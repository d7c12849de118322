import type { Classes } from './classes.ts'

export const playData: Pick<Classes, 'Scrobbling' | 'Play' | 'PlayPull' | 'PlayPrompt' | 'PromptCheck'> = {
  Scrobbling: {
    owner: 'userId',
    order: [],
    columns: {
      userId: 'internal',
      secretHash: 'internal',
      sealedSecret: 'internal',
      lastFour: 'internal',
      sessionHash: 'internal',
      lastContactAt: 'exported',
      lastProblem: 'internal',
      lastfmUser: 'exported',
      listenBrainzUser: 'exported',
      plays: 'exported',
      nowPlaying: 'exported',
    },
  },
  Play: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      at: 'exported',
      artist: 'exported',
      track: 'exported',
      album: 'exported',
      albumArtist: 'internal',
      trackKey: 'internal',
      albumKey: 'internal',
      duration: 'internal',
      source: 'exported',
      client: 'internal',
    },
  },
  // State of fetching plays from another service; the name is exported with the settings.
  PlayPull: {
    owner: 'userId',
    order: ['service'],
    columns: {
      userId: 'internal',
      service: 'internal',
      name: 'internal',
      upTo: 'internal',
      dueAt: 'internal',
      pulledAt: 'internal',
      problem: 'internal',
    },
  },
  // Computed from the plays.
  PlayPrompt: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      albumId: 'internal',
      day: 'internal',
      tracks: 'internal',
      dismissedAt: 'internal',
    },
  },
  PromptCheck: {
    owner: 'userId',
    order: [],
    columns: { userId: 'internal', fromAt: 'internal', dueAt: 'internal', version: 'internal' },
  },
}
