import type { Classes } from './classes.ts'

export const playData: Pick<Classes, 'Scrobbling' | 'Play'> = {
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
}
