// Measures the preview and the import of a diary with 10,000 rows of known albums, and the preview of a history with 115,000
// plays. Compared with inserting the same rows by the driver. Also measures how much resident memory the diary adds in a
// process that has already worked on imports.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { queues } from '../../server/background.ts'
import type { Deps } from '../../server/core/deps.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { cancelImport, startImport } from '../../server/imports/mutations.ts'
import { getImport } from '../../server/imports/queries.ts'
import { takeUpload } from '../../server/imports/upload.ts'
import { startSchedule } from '../../server/jobs/schedule.ts'
import { catalogues } from '../../server/lib/languages.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { albumKey } from '../../shared/albumKey.ts'
import type { ImportView } from '../../shared/imports.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { answer, launch } from './parts/children.ts'
import { kept, record, rounded } from './parts/results.ts'
import { timed } from './parts/times.ts'

const ROWS = 10_000
const PLAYS = 115_000
const ALBUMS = 5_000
const database = `plak_bench_${process.pid}`
const depsOf = (databaseUrl: string) => makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
const viewer = { id: 1, view: { nickname: 'person1' } } as unknown as SignedIn
const named = (number: number) => ({ artist: `Band ${number % 500}`, album: `Album ${number % ALBUMS}` })
const MB = 1024 * 1024

async function makeWorld({ db }: Deps): Promise<void> {
  await db.user.create({ data: { id: 1, nickname: 'person1', email: 'person1@plak.example' } })
  const albums = Array.from({ length: ALBUMS }, (_, number) => named(number))
  await db.album.createMany({
    data: albums.map((ref) => ({ key: albumKey(ref), artist: ref.artist, name: ref.album, trackCount: 10 })),
  })
}

const dayOf = (number: number) =>
  new Date(Date.UTC(2020, 0, 1 + Math.floor(number / 8))).toISOString().slice(0, 10)

function diary(length = ROWS): string {
  const rows = Array.from({ length }, (_, number) => {
    const { artist, album } = named(number)
    return `${artist},${album},${dayOf(number)},${(number % 10) + 1},"Heard it again, and it stayed. ${'x'.repeat(100)}",${number % 5 === 0 ? 'winter' : ''}`
  })
  return ['Artist,Album,Date,Rating,Review,Tags', ...rows].join('\n')
}

// — The server's part: this file again, in a process of its own.

function collect(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

/**
 * Works on imports. Reports on request the maximum increase of its resident memory since it
 * was asked to watch, in MB. The increase is relative to the minimum of that time, because
 * memory that the previous garbage collection freed is returned to the machine only later.
 */
async function work(databaseUrl: string): Promise<void> {
  const deps = await depsOf(databaseUrl)
  startSchedule(deps, queues(deps))
  let [least, most] = [0, 0]
  const look = () => {
    const { rss } = process.memoryUsage()
    least = Math.min(least, rss)
    most = Math.max(most, rss)
  }
  setInterval(look, 20)
  answer('', (question: 'watch' | 'told') => {
    if (question === 'told') return rounded((most - least) / MB)
    collect()
    least = most = process.memoryUsage().rss
    return 0
  })
}

// — The imported files.

function history(): string {
  const first = Date.UTC(2020, 0, 1) / 1_000
  const rows = Array.from({ length: PLAYS }, (_, number) => {
    const { artist, album } = named(Math.floor(number / 12))
    return `"${first + number * 240}","","${artist}","","${album}","","Track ${number % 12}",""`
  })
  return ['uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid', ...rows].join('\n')
}

async function until(deps: Deps, id: number, isThere: (one: ImportView) => boolean): Promise<ImportView> {
  for (;;) {
    const one = await getImport(deps, viewer, { id }, catalogues.default)
    if (one.state === 'failed') throw new Error(one.error ?? 'failed')
    if (isThere(one)) return one
    await sleep(100)
  }
}

/** Inserts the same rows only with the driver, a thousand per statement. */
async function bare({ db }: Deps): Promise<void> {
  for (let from = 0; from < ROWS; from += 1_000) {
    const values = Array.from({ length: 1_000 }, (_, index) => {
      const number = from + index
      return `(1, ${(number % ALBUMS) + 1}, ${(number % 10) + 1}, '${dayOf(number)}', 'x')`
    })
    await db.$executeRawUnsafe(
      `INSERT INTO Log (userId, albumId, rating, date, review) VALUES ${values.join()}`,
    )
  }
  await db.$executeRaw`DELETE FROM Log`
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await depsOf(databaseUrl)
  const importer = await launch(import.meta.filename, 'work', databaseUrl)
  try {
    await makeWorld(deps)
    const driver = await timed(() => bare(deps))
    const texts = { diary: Buffer.from(diary()), history: Buffer.from(history()) }
    const bringFile = (file: Buffer) =>
      takeUpload(deps, viewer, { fileName: 'file', file: Readable.from([file]) })
    let seen: ImportView | undefined
    // A first import of some rows, with albums that do not occur again, warms up the compiler.
    const first = await bringFile(Buffer.from(diary(500).replaceAll('Album ', 'First ')))
    await until(deps, first.id, ({ state }) => state === 'preview')
    await cancelImport(deps, viewer, { id: first.id })
    await importer.ask('watch')
    const previewed = await timed(async () => {
      const { id } = await bringFile(texts.diary)
      seen = await until(deps, id, ({ state }) => state === 'preview')
    })
    const imported = await timed(async () => {
      await startImport(deps, viewer, { id: seen!.id })
      seen = await until(deps, seen!.id, ({ state }) => state === 'done')
    })
    const memory = await importer.ask<number>('told')
    const { written } = seen!.counts
    const plays = await timed(async () => {
      const { id } = await bringFile(texts.history)
      seen = await until(deps, id, ({ state }) => state === 'preview')
    })
    const seconds = (ms: number) => rounded(ms / 1_000)
    const table = {
      'the rows by the driver alone': seconds(driver),
      [`${ROWS} rows previewed`]: seconds(previewed),
      [`${ROWS} rows imported`]: seconds(imported),
      [`${PLAYS} plays previewed`]: seconds(plays),
    }
    console.table(table)
    console.log(`albums heard: ${seen!.counts.decide + seen!.counts.here}`)
    console.log(`more memory: ${memory} MB`)
    const promises = [
      kept(
        'P9',
        `${ROWS} rows of known albums previewed and imported`,
        seconds(previewed + imported),
        { atMost: 60 },
        's',
      ),
      kept('P9', 'rows that are not written', ROWS - written, { atMost: 0 }),
      kept('P9', `${PLAYS} plays previewed`, seconds(plays), { atMost: 60 }, 's'),
      kept('P9', 'more memory', memory, { atMost: 100 }, 'MB'),
    ]
    record('imports', promises, { rows: ROWS, plays: PLAYS, table, memory })
  } finally {
    importer.stop()
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

const [role, databaseUrl] = process.argv.slice(2)
if (role === 'work') await work(databaseUrl!)
else await bench()
