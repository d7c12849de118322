import { sql } from 'kysely'
import { identityKey } from '../catalog/albums.ts'
import type { WriteDeps } from '../core/change.ts'
import type { ImportAlbum } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, run, statement } from '../lib/sql.ts'
import type { Named } from './formats/draft.ts'
import { ENOUGH, isHeard } from './formats/plays.ts'
import type { Job } from './job.ts'
import { proposeNamesakes, readMeanings } from './namesakes.ts'
import { settleAll } from './settle.ts'
import { judgedOf } from './verdict.ts'

// Matches the albums of a file to albums in the database by one of their names, without a call. lookUp.ts looks up the rest.

const PAGE = 200
const MOST_PROPOSALS = 5

type Looked = Pick<ImportAlbum, 'id' | 'artist' | 'name' | 'names' | 'year' | 'heard' | 'chosen'>

const albumsToMatch = statement(({ importId, after }: { importId: number; after: number }) =>
  kysely
    .selectFrom('ImportAlbum')
    .select(['id', 'artist', 'name', 'names', 'year', 'heard', 'chosen'])
    .where('importId', '=', importId)
    .where('state', '=', 'looking')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE),
)

/** The first name is spelled as in the file. */
export const namesOf = ({
  artist,
  name,
  names,
}: Pick<Looked, 'artist' | 'name' | 'names'>): [Named, ...Named[]] => [
  { artist, album: name },
  ...(names === null ? [] : (JSON.parse(names) as Named[])),
]

/** Calls `hold` between pages. */
export async function matchOwn(deps: WriteDeps, job: Job, hold: () => Promise<void>): Promise<void> {
  const { db } = deps
  for (let after = 0; ;) {
    await hold()
    const page = await albumsToMatch(db, { importId: job.id, after })
    if (page.length === 0) break
    after = page.at(-1)!.id
    await copyMisses(db, job, page)
    const keys = page.map((each) => namesOf(each).map((names) => identityKey({ ...names })))
    const meanings = await readMeanings(deps, keys, { format: job.format, hold })
    const counts = await trackCounts(db, [...new Set(meanings.ids.values())])
    const albumIds = new Map<number, number>()
    for (const [index, each] of page.entries()) {
      const meaning = await meanings.meaningOf(keys[index]!, each)
      if (meaning === null) continue
      if ('albumId' in meaning) {
        const { albumId } = meaning
        if (!needsCount(each, counts.get(albumId) ?? null)) albumIds.set(each.id, albumId)
      } else if ('albumIds' in meaning) await propose(db, each.id, meaning.albumIds)
      else await open(db, each.id, await proposeNamesakes(db, meaning.namesakes))
    }
    await write(db, page, albumIds, counts)
    await deleteUnheard(db, job.id)
  }
  await settleAll(db, judgedOf(job), hold)
}

const needsCount = ({ heard, chosen }: Looked, count: number | null) =>
  heard !== null && !chosen && heard < ENOUGH && count === null

export async function trackCounts(db: Tx, ids: number[]): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const albums = await rows(
    db,
    kysely.selectFrom('Album').select(['id', 'trackCount']).where('id', 'in', ids),
  )
  return new Map(albums.map(({ id, trackCount }) => [id, trackCount]))
}

async function write(
  db: Tx,
  page: readonly Looked[],
  albumIds: ReadonlyMap<number, number>,
  counts: ReadonlyMap<number, number | null>,
): Promise<void> {
  const unheard = page.filter(
    ({ id, heard, chosen }) =>
      heard !== null && !chosen && albumIds.has(id) && !isHeard(heard, counts.get(albumIds.get(id)!) ?? null),
  )
  if (unheard.length > 0)
    await db.importAlbum.deleteMany({ where: { id: { in: unheard.map(({ id }) => id) } } })
  if (albumIds.size === 0) return
  const cases = [...albumIds].map(([id, albumId]) => sql`WHEN ${id} THEN ${albumId}`)
  await run(
    db,
    kysely
      .updateTable('ImportAlbum')
      .set({ state: 'found', albumId: sql<number>`CASE id ${sql.join(cases, sql` `)} END` })
      .where('id', 'in', [...albumIds.keys()]),
  )
}

/** Albums of which too few tracks were played, and whose number of tracks the catalogue did not know for an earlier import. */
export const deleteUnheard = (db: Tx, importId: number) =>
  db.importAlbum.deleteMany({
    where: { importId, state: { in: ['missing', 'open'] }, chosen: false, heard: { lt: ENOUGH } },
  })

async function propose(db: Tx, id: number, albumIds: readonly number[]): Promise<void> {
  const cards = await db.album.findMany({
    where: { id: { in: albumIds.slice(0, MOST_PROPOSALS) } },
    select: { artist: true, name: true, image: true },
  })
  await open(db, id, JSON.stringify(cards))
}

const open = (db: Tx, id: number, proposals: string) =>
  db.importAlbum.updateMany({ where: { id }, data: { state: 'open', proposals } })

/**
 * Misses of the last day are not requested again. A name that the user has already missed in another file is, because this file can
 * be the rest of an earlier import or a corrected one.
 */
async function copyMisses(db: Tx, { id, userId }: Job, page: readonly Looked[]): Promise<void> {
  const pageIds = page.map((each) => each.id)
  const ownMisses = await rows(
    db,
    kysely
      .selectFrom('ImportAlbum as a')
      .innerJoin('ImportAlbum as own', 'own.key', 'a.key')
      .innerJoin('Import as i', 'i.id', 'own.importId')
      .select('a.id')
      .where('a.id', 'in', pageIds)
      .whereRef('own.importId', '<>', 'a.importId')
      .where('own.state', 'in', ['missing', 'open'])
      .where('own.chosen', '=', false as never)
      .where('i.userId', '=', userId),
  )
  // An empty list is not valid in SQL.
  const askedAgain = [0, ...ownMisses.map((each) => each.id)]
  await run(
    db,
    kysely
      .updateTable(['ImportAlbum as a', 'Import as i', 'ImportAlbum as other', 'Import as otherImport'])
      .whereRef('i.id', '=', 'a.importId')
      .whereRef('other.key', '=', 'a.key')
      .whereRef('other.importId', '<>', 'a.importId')
      .where('other.checkedAt', '>', sql<Date>`UTC_TIMESTAMP(3) - INTERVAL 1 DAY`)
      .where('other.state', 'in', ['missing', 'open'])
      .where('other.chosen', '=', false as never)
      .whereRef('otherImport.id', '=', 'other.importId')
      .where((eb) =>
        eb.or([
          eb.and([eb('otherImport.userId', '<>', userId), eb('a.id', 'not in', askedAgain)]),
          eb.and([
            eb('otherImport.userId', '=', userId),
            eb('otherImport.fileSize', '=', eb.ref('i.fileSize')),
          ]),
        ]),
      )
      .where('a.importId', '=', id)
      .where('a.id', 'in', pageIds)
      .set('a.state', (eb) => eb.ref('other.state'))
      .set('a.proposals', (eb) => eb.ref('other.proposals')),
  )
}
