import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { draftKinds, readOnDevice } from '../lib/onDevice.ts'

/** What the log dialog holds. */
export type LogValues = { rating: number; review: string; date: string; favorite: boolean }

/** A draft is what was changed, and nothing else: the rest may be saved meanwhile, by another tab or device. */
export type Draft = Partial<LogValues>

/** Where the draft of a person about an album lies on this device. */
export const draftPlace = (nickname: string, album: AlbumRef): string =>
  `${draftKinds.log}:${nickname}:${albumKey(album)}`

/** What is another in `values` than in `base`. */
export const changes = (values: LogValues, base: LogValues): Draft =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== base[name as keyof LogValues]),
  )

export const sameValues = (a: LogValues, b: LogValues): boolean => Object.keys(changes(a, b)).length === 0

const kinds = { rating: 'number', review: 'string', date: 'string', favorite: 'boolean' } as const

const isDraft = (found: unknown): found is Draft =>
  typeof found === 'object' &&
  found !== null &&
  Object.entries(found).every(([name, value]) => name in kinds && typeof value === kinds[name as keyof Draft])

/** The draft that lies there; null when there is none. */
export function readDraft(place: string): Draft | null {
  const found = readOnDevice(place)
  return isDraft(found) ? found : null
}
