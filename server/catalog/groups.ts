import type { AlbumType } from '../../shared/catalog.ts'
import type { Edition, ReleaseGroup } from '../clients/musicbrainz/groups.ts'
import type { Write } from '../core/change.ts'
import { insertRows } from '../lib/sql.ts'
import { identityKey } from './albums.ts'

/** A release group with the titles of its editions, as far as they are known. */
export type Group = ReleaseGroup & { editions: readonly Edition[] }

/** Editions without a status can be official. */
export const isOfficial = ({ editions }: Pick<Group, 'editions'>): boolean =>
  editions.length === 0 || editions.some(({ status }) => status === 'Official' || status === null)

const LONGEST_NAME = 1_000

/** Stores what the service knows of release groups. */
export async function keepGroups(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  groups: readonly Group[],
): Promise<void> {
  const rows = groups.map((group) => {
    const [artist, title] = [group.artist, group.title].map((name) => name.slice(0, LONGEST_NAME)) as [
      string,
      string,
    ]
    return {
      id: group.id,
      artist,
      artistId: group.artists[0]?.id ?? null,
      title,
      releaseDate: group.firstReleaseDate,
      type: albumTypeOf(group),
      key: identityKey({ artist, album: title }),
      isOfficial: isOfficial(group),
      fetchedAt: now,
    }
  })
  // Sorted, so that two changes with the same groups do not deadlock.
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { id: _, ...first } = sorted[0] ?? {}
  await insertRows(tx, 'ReleaseGroup', sorted, { orUpdate: Object.keys(first) as (keyof typeof first)[] })
}

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

/** Type of an album by its types at MusicBrainz, of which it can have several; null if Plak has no such type. */
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
