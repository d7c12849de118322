import { createHash } from 'node:crypto'
import { nameKey } from '../../shared/albumKey.ts'
import { identityKey } from '../catalog/albums.ts'
import { hashOfIdentity } from '../catalog/aliases.ts'

const TRACK_KEY = 16

/** Folds artist and track like an album's identity. */
export const trackKey = ({ artist, track }: { artist: string; track: string }): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash('sha256')
      .update(`${nameKey(artist)}-${nameKey(track)}`)
      .digest()
      .subarray(0, TRACK_KEY),
  )

export const albumKeyOf = (ref: { artist: string; album: string }): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hashOfIdentity(identityKey(ref)))
