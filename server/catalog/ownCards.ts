import type { AlbumCard, AlbumPage } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { identityKey } from './albums.ts'
import { hashOfIdentity } from './aliases.ts'
import { findSurvivors } from './survivors.ts'

// Cards of the service's albums, with what our rows know better: the year, and what moderators and people have entered.

const columns = [
  'a.id',
  'a.artist',
  'a.name',
  'a.image',
  'a.year',
  'a.edited',
  'a.isAdded',
  'a.mergedIntoId',
] as const

const byKeys = statement(({ keys }: { keys: string[] }) =>
  kysely.selectFrom('Album as a').select(columns).select('a.key').where('a.key', 'in', keys),
)
const byIds = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album as a').select(columns).where('a.id', 'in', ids),
)
/** Other aliases are names that only the service has corrected. */
const renamedByHashes = statement(({ hashes }: { hashes: Uint8Array[] }) =>
  kysely
    .selectFrom('AlbumAlias as s')
    .innerJoin('Album as a', 'a.id', 's.albumId')
    .select(columns)
    .select('s.key as alias')
    .where('s.key', 'in', hashes)
    .where((eb) => eb.or([eb('a.edited', '<>', ''), eb('a.mergedIntoId', 'is not', null)])),
)

type Row = Awaited<ReturnType<typeof byIds>>[number]

/** Reads the rows to which these identities lead. */
async function readRows(db: Deps['db'], keys: readonly string[]): Promise<Map<string, Row>> {
  const keyOf = new Map(keys.map((key) => [hashOfIdentity(key).toString('hex'), key]))
  const hashes = padded([...keyOf.values()].map(hashOfIdentity), hashOfIdentity(''))
  const [named, renamed] = await Promise.all([
    byKeys(db, { keys: padded([...keyOf.values()], '') }),
    renamedByHashes(db, { hashes }),
  ])
  const rows = new Map<string, Row>([
    ...renamed.map(({ alias, ...row }) => [keyOf.get(Buffer.from(alias).toString('hex'))!, row] as const),
    ...named.map(({ key, ...row }) => [key, row] as const),
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
  const keyOf = ({ artist, name }: AlbumCard) => identityKey({ artist, album: name })
  const rows = await readRows(db, albums.map(keyOf)).catch((error: unknown) => {
    if (isDatabaseDown(error)) return new Map<string, never>()
    throw error
  })
  const ids = new Set<number>()
  return albums.flatMap((album) => {
    const row = rows.get(keyOf(album))
    if (!row) return [album]
    if (ids.has(row.id)) return []
    ids.add(row.id)
    return [{ ...album, ...ownCard(row, album) }]
  })
}

function ownCard({ artist, name, image, year, ...row }: Row, album: AlbumCard): Partial<AlbumCard> {
  const edited = new Set(row.edited.split(','))
  const isOther =
    identityKey({ artist, album: name }) !== identityKey({ artist: album.artist, album: album.name })
  const hasOwnImage = row.isAdded || edited.has('image')
  return {
    ...((isOther || edited.has('artist') || edited.has('name')) && { artist, name }),
    ...((hasOwnImage || (isOther && image !== null)) && { image }),
    year: edited.has('releaseDate') ? year : (year ?? album.year),
  }
}

export async function withOwnCardsOfPage(
  deps: Pick<Deps, 'db'>,
  loading: Promise<AlbumPage>,
): Promise<AlbumPage> {
  const page = await loading
  return { ...page, albums: await withOwnCards(deps, page.albums) }
}
