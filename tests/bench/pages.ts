// Promise P14: the processor time and the size of a page that the server renders for a visitor, with the demo's catalogue and
// users. Compared with React only: `renderToPipeableStream` on the same tree, with the data in memory.
import { pino } from 'pino'
import { seed } from '../../demo/seed.ts'
import { startDemo } from '../../demo/server.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { makeClient } from '../harness/client.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { answer, launch, processorTime, type Child } from './parts/children.ts'
import { endLoad, load, send } from './parts/feedLoad.ts'
import { launchProduct } from './parts/product.ts'
import { kept, median, record, rounded } from './parts/results.ts'

const ROUNDS = 7
const REQUESTS = 60
/** requests before the first measurement, until V8 has compiled the hot code */
const WARM_UP = 400
const PROMISED = { ratio: 1.5, KB: 60 }
const places = {
  home: '/',
  album: '/album/Portishead/Dummy',
  list: '/list/1',
  lists: '/lists',
  profile: '/profile/june',
}
const database = `plak_bench_${process.pid}`

type Place = keyof typeof places
type Task = { place: Place; html: string; times: number }
type Drawn = { micros: number; isSame: boolean }
/** The measured part of dist/render (web/render.ts). */
type Renderer = {
  treeOf: (drawing: object) => Promise<{ tree: object; free: () => void }>
  streamed: (tree: object) => Promise<string>
}

// — React only: this file again, in a process of its own.

async function serveReact() {
  const built = new URL('../../dist/render/render.js?language=default', import.meta.url).href
  const { treeOf, streamed } = (await import(built)) as Renderer
  /** Renders a page of the product from the data in its document. */
  async function draw({ place, html, times }: Task): Promise<Drawn> {
    const firstData = within(html, /id="first-data">(.*?)<\/script>/s)
    const { at } = JSON.parse(firstData) as { at: number }
    const facts = { viewer: null, theme: 'system', isDemo: false, isMusicBrainz: false, links: [], at }
    const { tree, free } = await treeOf({ address: places[place], facts, firstData })
    const before = processorTime()
    let drawn = ''
    for (let time = 0; time < times; time++) drawn = await streamed(tree)
    const micros = (processorTime() - before) / times
    free()
    // React's output begins with preloads of pictures, which the product removes.
    return { micros, isSame: drawn.endsWith(within(html, /<div id="root">(.*)<\/div>\s*<noscript>/s)) }
  }
  answer('', draw)
}

function within(html: string, pattern: RegExp): string {
  const found = pattern.exec(html)?.[1]
  if (!found) throw new Error(`The page has no ${pattern}:\n${html.slice(0, 500)}`)
  return found
}

// — The product.

async function fill(databaseUrl: string, picturesBase: string) {
  await migrate(databaseUrl)
  const settings = testSettings(databaseUrl, { NODE_ENV: 'production' })
  const deps = await makeDeps(settings, pino({ level: 'silent' }))
  await seed(deps.db, { picturesBase })
  await closeDeps(deps)
}

/** Fills the catalogue's cache, as earlier requests of users would. */
async function warm(url: string) {
  const { client, close } = makeClient({ url })
  await client.catalog.popular.query({ page: 1 })
  await client.catalog.album.query({ artist: 'Portishead', album: 'Dummy' })
  await close()
}

async function measure(product: Child, react: Child, place: Place) {
  const path = places[place]
  const page = () => send(product.url + path, {})
  const drawn = async (times: number) => react.ask<Drawn>({ place, html: await page(), times } satisfies Task)
  await load({ server: product, path }, { headers: {}, requests: WARM_UP })
  await drawn(WARM_UP)
  const rounds: { product: number; react: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { micros } = await load({ server: product, path }, { headers: {}, requests: REQUESTS })
    const alone = await drawn(REQUESTS)
    if (!alone.isSame) throw new Error(`React alone draws another page of ${path}`)
    rounds.push({ product: micros, react: alone.micros })
  }
  const of = (name: 'product' | 'react') => median(rounds.map((each) => each[name]))
  return {
    'product µs': rounded(of('product'), 0),
    'React µs': rounded(of('react'), 0),
    ratio: rounded(median(rounds.map((each) => each.product / each.react)), 2),
    KB: rounded(Buffer.byteLength(await page()) / 1024),
  }
}

async function bench() {
  const databaseUrl = testDatabaseUrl(database)
  const demo = await startDemo({ port: 0 })
  await fill(databaseUrl, demo.origin)
  const [product, react] = await Promise.all([
    launchProduct(databaseUrl, { LASTFM_BASE: demo.lastfmBase }),
    launch(import.meta.filename, 'react'),
  ])
  try {
    await warm(product.url)
    const measured: Record<string, Awaited<ReturnType<typeof measure>>> = {}
    for (const place of Object.keys(places) as Place[]) measured[place] = await measure(product, react, place)
    console.table(measured)
    console.log(`processor time a page, medians of ${ROUNDS} rounds by turns, ${REQUESTS} pages each`)
    const promises = Object.entries(measured).flatMap(([place, { ratio, KB }]) => [
      kept('P14', `processor time of ${place} over React alone`, ratio, { atMost: PROMISED.ratio }),
      kept('P14', `HTML of ${place}`, KB, { atMost: PROMISED.KB }, 'KB'),
    ])
    record('pages', promises, measured)
  } finally {
    for (const child of [product, react]) child.stop()
    endLoad()
    await demo.close()
    await dropDatabase(database)
  }
}

await (process.argv[2] === 'react' ? serveReact() : bench())
