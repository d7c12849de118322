import { createHash } from 'node:crypto'
import { identityKey } from '../catalog/albums.ts'
import type { Named } from './formats/draft.ts'

// Identities of the albums of a file: ImportAlbum.key.

const YEAR_BYTES = 2

type Identity = { named: Named; year: number | null; isPlayed: boolean }

/**
 * Ignores spelling. A played album and the same album named as heard have different keys: only the first needs a decision. So have
 * albums of one name and several years: keys of the same names differ in their last bytes only.
 */
export function keyOfNames({ named, year, isPlayed }: Identity): Buffer {
  const key = createHash('sha256')
    .update(identityKey(named) + (isPlayed ? '\nplayed' : ''))
    .digest()
  if (year !== null) key.writeUInt16BE(year, key.length - YEAR_BYTES)
  return key
}

/** The first and the last key of the same names, whatever the year. */
export function keysOfSameNames(key: Uint8Array): [Buffer, Buffer] {
  const [first, last] = [Buffer.from(key), Buffer.from(key)]
  first.fill(0x00, first.length - YEAR_BYTES)
  last.fill(0xff, last.length - YEAR_BYTES)
  return [first, last]
}
