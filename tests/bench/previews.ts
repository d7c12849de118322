// Promises P4 and P9: the cost of a preview of a 200 MB file, the maximum size, for others: the feed over HTTP during a preview
// compared with the feed without one. Meanwhile, how much the process's memory grows, and how long its event loop pauses. The file is Spotify's extended history.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedIn } from '../../server/core/trpc.ts'
import { closeDeps } from '../../server/deps.ts'
import { cancelImport } from '../../server/imports/mutations.ts'
import { getImport } from '../../server/imports/queries.ts'
import { takeUpload } from '../../server/imports/upload.ts'
import { catalogues } from '../../server/lib/languages.ts'
import type { ImportView } from '../../shared/imports.ts'
import { importLimits } from '../../shared/limits.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { endLoad, feedPath, load, makeReader, productDeps, type Load } from './parts/feedLoad.ts'
import { launchProduct } from './parts/product.ts'
import { kept, quantile, record, rounded } from './parts/results.ts'

const ROUNDS = 5
/** requests of the feed in one measurement, which take some seconds */
const REQUESTS = 400
const PLAYS = 400_000
const database = `plak_bench_${process.pid}`
const MB = 1024 * 1024
/** the user who uploads the file is not the one who reads the feed */
const bringer = { id: 7, view: { nickname: 'person7' } } as unknown as SignedIn

// — The uploaded file.

function* history(): Generator<string> {
  const first = Date.UTC(2020, 0, 1)
  const rest = JSON.stringify({ platform: 'x'.repeat(200), conn_country: 'TR', skipped: false }).slice(1)
  for (let play = 0; play < PLAYS; play++) {
    const album = Math.floor(play / 12) % 5_000
    const known = {
      ts: `${new Date(first + play * 240_000).toISOString().slice(0, 19)}Z`,
      ms_played: 200_000,
      master_metadata_track_name: `Track ${play % 12}`,
      master_metadata_album_artist_name: `Artist ${album}`,
      master_metadata_album_album_name: `Album ${album}`,
      spotify_track_uri: 'spotify:track:'.padEnd(36, String(play % 12)),
    }
    yield `${play === 0 ? '[' : ','}${JSON.stringify(known).slice(0, -1)},${rest}`
  }
  yield ']'
}

/** Returns the history as bytes, in large pieces, so that writing it is fast. */
function historyBytes(): Buffer[] {
  const pieces: Buffer[] = []
  let text = ''
  for (const one of history()) {
    text += one
    if (text.length < MB) continue
    pieces.push(Buffer.from(text))
    text = ''
  }
  return [...pieces, Buffer.from(text)]
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  const headers = await makeReader(database)
  const deps = await productDeps(databaseUrl)
  const server = await launchProduct(databaseUrl)
  const pieces = historyBytes()
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  if (size > importLimits.upload || size < importLimits.upload * 0.9) throw new Error(`${size} bytes`)
  const feed = () => load({ server, path: feedPath }, { headers, requests: REQUESTS })
  const find = (id: number) => getImport(deps, bringer, { id }, catalogues.default)
  const bring = () => takeUpload(deps, bringer, { fileName: 'file', file: Readable.from(pieces) })
  async function until(id: number, isThere: (one: ImportView) => boolean): Promise<ImportView> {
    for (;;) {
      const one = await find(id)
      if (one.state === 'failed') throw new Error(one.error ?? 'failed')
      if (isThere(one)) return one
      await sleep(50)
    }
  }

  /** Measures the feed during a preview, which has read its first bytes; then cancels the preview. */
  async function feedBeside(): Promise<Load> {
    const { id } = await bring()
    await until(id, ({ state, done }) => state === 'reading' && done > 0)
    const measured = await feed()
    const { state } = await find(id)
    if (state !== 'reading') throw new Error(`The preview was over before the feed was measured: ${state}`)
    await cancelImport(deps, bringer, { id })
    await quiet()
    return measured
  }

  /**
   * Waits until the process has noticed a cancelled import, which takes
   * some seconds, so that it does not affect the next measurement.
   */
  async function quiet(): Promise<void> {
    for (;;) {
      const before = await server.ask<number>('cpu')
      await sleep(1_000)
      if ((await server.ask<number>('cpu')) - before < 40_000) return
    }
  }

  try {
    await feed()
    await feedBeside()
    const rounds: { alone: Load; beside: Load }[] = []
    for (let index = 0; index < ROUNDS; index++) {
      // Takes turns, and changes the order of each round: a slow phase of the machine affects both.
      const before = index % 2 ? null : await feed()
      const beside = await feedBeside()
      rounds.push({ alone: before ?? (await feed()), beside })
    }
    const of = (name: 'alone' | 'beside', what: keyof Load) =>
      rounded(
        quantile(
          rounds.map((each) => each[name][what]),
          0.5,
        ),
        0,
      )
    const ratio = rounded(
      quantile(
        rounds.map(({ alone, beside }) => beside.rate / alone.rate),
        0.5,
      ),
      2,
    )
    const table = {
      'without a preview': { 'µs a request': of('alone', 'micros'), 'requests/s': of('alone', 'rate') },
      'with one': { 'µs a request': of('beside', 'micros'), 'requests/s': of('beside', 'rate') },
    }
    console.table(table)
    console.log(
      `medians of ${ROUNDS} rounds by turns, ${REQUESTS} requests each; with a preview ${ratio} times the requests a second`,
    )

    await server.ask('grown')
    await server.ask('paused')
    const began = performance.now()
    const { id } = await bring()
    await until(id, ({ state }) => state === 'preview')
    const seconds = rounded((performance.now() - began) / 1_000)
    const memory = rounded(await server.ask<number>('grown'))
    const pause = rounded(await server.ask<number>('paused'))
    console.log(
      `${rounded(size / MB)} MB of ${PLAYS} plays brought and read in ${seconds} s beside nothing else, ${memory} MB more memory, at most ${pause} ms at a time`,
    )
    const promises = [
      kept('P4', 'feed over HTTP while 200 MB are previewed, requests/s over those without', ratio, {
        atLeast: 0.9,
      }),
      kept('P9', 'more memory while 200 MB are previewed', memory, { atMost: 200 }, 'MB'),
      kept('P9', 'longest pause of the event loop meanwhile', pause, { atMost: 50 }, 'ms'),
    ]
    record('previews', promises, { table, ratio, size, plays: PLAYS, seconds, memory, pause })
  } finally {
    server.stop()
    endLoad()
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
