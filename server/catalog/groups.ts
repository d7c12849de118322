import type { AlbumType } from '../../shared/catalog.ts'

const secondary: [string, AlbumType][] = [
  ['soundtrack', 'soundtrack'],
  ['live', 'live'],
  ['remix', 'remix'],
  ['demo', 'demo'],
  ['mixtape/street', 'mixtape'],
  ['dj-mix', 'mixtape'],
  ['compilation', 'compilation'],
]
const primary: Record<string, AlbumType> = { album: 'album', ep: 'ep', single: 'single' }

/** Type of an album that has one or several types of MusicBrainz; null if it has none of ours. */
export function albumTypeOf({
  primaryType,
  secondaryTypes,
}: {
  primaryType: string | null
  secondaryTypes: readonly string[]
}): AlbumType | null {
  const types = new Set(secondaryTypes.map((type) => type.toLowerCase()))
  const [, found] = secondary.find(([type]) => types.has(type)) ?? []
  return found ?? primary[primaryType?.toLowerCase() ?? ''] ?? null
}
