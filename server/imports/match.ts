import { identityKey } from '../catalog/albums.ts'
import { findIds } from '../catalog/imports.ts'
import type { Deps } from '../core/deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { ImportAlbum } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, statement } from '../lib/sql.ts'
import type { Named } from './formats/draft.ts'
import { ENOUGH, isHeard } from './formats/plays.ts'
import type { Job } from './job.ts'
import { settle, type Settled } from './settle.ts'
import { readSettings } from './stored.ts'
import { forgetUnheard } from './unheard.ts'

// Matches the albums of a file to albums in the database by one of their names, without a call. lookUp.ts looks up the rest.

const PAGE = 200
const MOST_PROPOSALS = 5

type Looked = Pick<ImportAlbum, 'id' | 'artist' | 'name' | 'names' | 'heard' | 'chosen'>

const looking = statement(({ importId, after }: { importId: number; after: number }) =>
  kysely
    .selectFrom('ImportAlbum')
    .select(['id', 'artist', 'name', 'names', 'heard', 'chosen'])
    .where('importId', '=', importId)
    .where('state', '=', 'looking')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE),
)

/** The import as `settle` expects it. */
export const settledOf = (job: Pick<Job, 'id' | 'userId' | 'format' | 'settings'>): Settled => ({
  id: job.id,
  userId: job.userId,
  format: job.format,
  wishes: readSettings(job.settings).wishes !== false,
})

/** The names of an album: first as the file spells it, then the others. */
export const namesOf = ({
  artist,
  name,
  names,
}: Pick<Looked, 'artist' | 'name' | 'names'>): [Named, ...Named[]] => [
  { artist, album: name },
  ...(names === null ? [] : (JSON.parse(names) as Named[])),
]

/** Finds the albums of an import that exist in the database, and settles all rows. Calls `hold` between pages. */
export async function matchOwn({ db }: Pick<Deps, 'db'>, job: Job, hold: () => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    await hold()
    const page = await looking(db, { importId: job.id, after })
    if (page.length === 0) break
    after = page.at(-1)!.id
    await takeMisses(db, job, page)
    const keysOf = new Map(
      page.map((each) => [each.id, namesOf(each).map((named) => identityKey({ ...named }))]),
    )
    const ids = await findIds(db, [...new Set([...keysOf.values()].flat())])
    const counts = await trackCounts(db, [...new Set(ids.values())])
    const found = new Map<number, number>()
    for (const each of page) {
      const [own, ...others] = keysOf.get(each.id)!.map((key) => ids.get(key))
      const different = new Set(others.filter((id) => id !== undefined))
      const albumId = own ?? (different.size === 1 ? [...different][0]! : undefined)
      if (albumId !== undefined && !needsCount(each, counts.get(albumId) ?? null)) found.set(each.id, albumId)
      else if (own === undefined && different.size > 1) await propose(db, each.id, [...different])
    }
    await write(db, page, found, counts)
    await forgetUnheard(db, job.id)
  }
  await settleAll(db, job, hold)
}

/** True if the track count must be known because few tracks were played. */
const needsCount = ({ heard, chosen }: Looked, count: number | null) =>
  heard !== null && !chosen && heard < ENOUGH && count === null

/** Track counts of albums; null if unknown. */
export async function trackCounts(db: Tx, ids: number[]): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const found = await rows(db, kysely.selectFrom('Album').select(['id', 'trackCount']).where('id', 'in', ids))
  return new Map(found.map(({ id, trackCount }) => [id, trackCount]))
}

async function write(
  db: Tx,
  page: readonly Looked[],
  found: ReadonlyMap<number, number>,
  counts: ReadonlyMap<number, number | null>,
): Promise<void> {
  const unheard = page.filter(
    ({ id, heard, chosen }) =>
      heard !== null && !chosen && found.has(id) && !isHeard(heard, counts.get(found.get(id)!) ?? null),
  )
  await forgetAlbums(
    db,
    unheard.map(({ id }) => id),
  )
  const cases = [...found].map(([id, albumId]) => Prisma.sql`WHEN ${id} THEN ${albumId}`)
  if (cases.length > 0)
    await db.$executeRaw`
      UPDATE ImportAlbum SET state = 'found', albumId = CASE id ${Prisma.join(cases, ' ')} END
      WHERE id IN (${Prisma.join([...found.keys()])})`
}

/** Deletes albums of which too few tracks were played to count as heard. */
export async function forgetAlbums(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.$executeRaw`DELETE FROM ImportAlbum WHERE id IN (${Prisma.join([...ids])})`
}

async function propose(db: Tx, id: number, albumIds: readonly number[]): Promise<void> {
  const cards = await rows(
    db,
    kysely
      .selectFrom('Album')
      .select(['artist', 'name', 'image'])
      .where('id', 'in', albumIds.slice(0, MOST_PROPOSALS)),
  )
  await db.importAlbum.update({
    where: { id },
    data: { state: 'open', proposals: JSON.stringify(cards) },
    select: { id: true },
  })
}

/**
 * Copies misses of other imports within the last day, so that the catalogue is not asked again. Other files of the same user are
 * excluded, because they can be the rest of an earlier import or a corrected file.
 */
async function takeMisses(db: Tx, { id, userId }: Job, page: readonly Looked[]): Promise<void> {
  await db.$executeRaw`
    UPDATE ImportAlbum mine JOIN Import own ON own.id = mine.importId
      JOIN ImportAlbum other ON other.key = mine.key AND other.importId <> mine.importId
        AND other.checkedAt > UTC_TIMESTAMP(3) - INTERVAL 1 DAY AND other.state IN ('missing', 'open') AND NOT other.chosen
      JOIN Import theirs ON theirs.id = other.importId
        AND (theirs.userId <> ${userId} OR theirs.fileSize = own.fileSize)
    SET mine.state = other.state, mine.proposals = other.proposals
    WHERE mine.importId = ${id} AND mine.id IN (${Prisma.join(page.map((each) => each.id))})`
}

/** Settles all rows of an import. */
export async function settleAll(db: Tx, job: Job, hold: () => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    await hold()
    const page = await rows(
      db,
      kysely
        .selectFrom('ImportAlbum')
        .select('id')
        .where('importId', '=', job.id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE),
    )
    if (page.length === 0) return
    after = page.at(-1)!.id
    await settle(
      db,
      settledOf(job),
      page.map(({ id }) => id),
    )
  }
}
