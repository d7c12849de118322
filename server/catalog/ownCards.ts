import { sql } from 'kysely'
import type { AlbumCard, AlbumPage } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { identityKey } from './albums.ts'
import { hashOfIdentity, hexOf } from './aliases.ts'
import { findSurvivors } from './survivors.ts'

// Cards of the service's albums, with what our rows know better: the year, and what moderators and people have entered.

const columns = [
  'a.id',
  'a.key',
  'a.artist',
  'a.name',
  'a.image',
  'a.year',
  'a.edited',
  'a.isAdded',
  'a.mergedIntoId',
] as const

const byId = kysely.selectFrom('Album as a').select(columns)
const byIds = statement(({ ids }: { ids: number[] }) => byId.where('a.id', 'in', ids))
/**
 * Reads the albums with these keys, and those that have them as other names (`alias`) because they were edited or merged. Other
 * aliases are names that only the service has corrected.
 */
const byNames = statement(({ keys, hashes }: { keys: string[]; hashes: Uint8Array[] }) =>
  byId
    .where('a.key', 'in', keys)
    .select(sql<Uint8Array | null>`NULL`.as('alias'))
    .unionAll(
      byId
        .innerJoin('AlbumAlias as s', 's.albumId', 'a.id')
        .where('s.key', 'in', hashes)
        .where((eb) => eb.or([eb('a.edited', '<>', ''), eb('a.mergedIntoId', 'is not', null)]))
        .select(sql<Uint8Array | null>`s.key`.as('alias')),
    ),
)

type Row = Awaited<ReturnType<typeof byIds>>[number]

/** Reads the rows to which these identities lead. */
async function readRows(db: Deps['db'], keys: readonly string[]): Promise<Map<string, Row>> {
  const asked = [...new Set(keys)]
  const hashes = asked.map(hashOfIdentity)
  const keyOf = new Map(hashes.map((hash, index) => [hexOf(hash), asked[index]!]))
  const found = await byNames(db, { keys: padded(asked, ''), hashes: padded(hashes, hashOfIdentity('')) })
  const [renamed, named] = [found.filter(({ alias }) => alias), found.filter(({ alias }) => !alias)]
  const rows = new Map<string, Row>([
    ...renamed.map((row) => [keyOf.get(hexOf(row.alias!))!, row] as const),
    ...named.map((row) => [row.key, row] as const),
  ])
  const merged = [...rows].filter(([, { mergedIntoId }]) => mergedIntoId !== null)
  if (merged.length === 0) return rows
  const survivorOf = await findSurvivors(
    db,
    merged.map(([, { id }]) => id),
  )
  const survivors = await byIds(db, { ids: padded(merged.map(([, { id }]) => survivorOf(id))) })
  for (const [key, { id }] of merged)
    rows.set(
      key,
      survivors.find((row) => row.id === survivorOf(id))!,
    )
  return rows
}

/** The same row can have several names at the service: it occurs once. */
export async function withOwnCards<Album extends AlbumCard>(
  { db }: Pick<Deps, 'db'>,
  albums: readonly Album[],
): Promise<Album[]> {
  if (albums.length === 0) return []
  const keys = albums.map(({ artist, name }) => identityKey({ artist, album: name }))
  const rows = await readRows(db, keys).catch((error: unknown) => {
    if (isDatabaseDown(error)) return new Map<string, never>()
    throw error
  })
  const ids = new Set<number>()
  return albums.flatMap((album, index) => {
    const key = keys[index]!
    const row = rows.get(key)
    if (!row) return [album]
    if (ids.has(row.id)) return []
    ids.add(row.id)
    return [{ ...album, ...ownCard(row, { key, year: album.year }) }]
  })
}

function ownCard(
  { artist, name, image, year, ...row }: Row,
  service: { key: string; year: number | null },
): Partial<AlbumCard> {
  const edited = new Set(row.edited.split(','))
  const isOther = row.key !== service.key || edited.has('artist') || edited.has('name')
  const hasOwnImage = row.isAdded || edited.has('image')
  return {
    ...(isOther && { artist, name }),
    ...((hasOwnImage || (isOther && image !== null)) && { image }),
    year: edited.has('releaseDate') ? year : (year ?? service.year),
  }
}

export async function withOwnCardsOfPage(
  deps: Pick<Deps, 'db'>,
  loading: Promise<AlbumPage>,
): Promise<AlbumPage> {
  const page = await loading
  return { ...page, albums: await withOwnCards(deps, page.albums) }
}
