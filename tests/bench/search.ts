// Promise P16: the search of 1,000,000 own albums, without a service. The names have as many different words, and words as
// common, as those of real albums have.
import { pino } from 'pino'
import { searchOwnAlbums } from '../../server/catalog/ownSearch.ts'
import { fillAlbumWords } from '../../server/catalog/wordIndex.ts'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { insertRows, kysely, rows } from '../../server/lib/sql.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { giveMemory } from './parts/memory.ts'
import { kept, record, rounded } from './parts/results.ts'
import { tableOf, timed } from './parts/times.ts'

const ALBUMS = Number(process.env.BENCH_ALBUMS ?? 1_000_000)
const WORDS = 250_000
const ARTISTS = 150_000
const ROUNDS = 300
const PROMISED = 30
const AT_ONCE = 5_000
const BARE = 'one album by its id'
const database = `plak_bench_${process.pid}`

let state = 42
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const SYLLABLES =
  'an be co da el fi go ha in ju ka lo mi no or pa qui ra so ta un ve wi xa yo zu shi tra'.split(' ')

/** The first ones are as short as common words are. */
const words = Array.from({ length: WORDS }, (_, rank) => {
  const syllables = rank < 300 ? 1 + random(2) : 2 + random(3)
  return Array.from({ length: syllables }, () => SYLLABLES[random(SYLLABLES.length)]!).join('')
})
/** Zipf's law: the second word occurs half as often as the first, the hundredth a hundredth as often. */
const word = () => words[Math.floor(WORDS ** (random(1_000_000) / 1_000_000)) - 1]!
const name = (most: number) => Array.from({ length: 1 + random(most) }, word).join(' ')

type Named = { artist: string; name: string }

async function makeAlbums({ db }: Deps): Promise<Named[]> {
  const artists = Array.from({ length: ARTISTS }, () => name(3))
  const examples: Named[] = []
  const now = new Date()
  for (let from = 0; from < ALBUMS; from += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => {
      const artist = artists[Math.min(random(ARTISTS), random(ARTISTS))]!
      return { key: `${from + index}`, artist, name: name(4), createdAt: now, updatedAt: now }
    })
    await insertRows(db, 'Album', batch)
    examples.push(...batch.slice(0, 10))
  }
  return examples
}

function mistype(text: string): string {
  const at = 1 + random(Math.max(1, text.length - 1))
  return [
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}e${text.slice(at)}`,
    `${text.slice(0, at)}o${text.slice(at + 1)}`,
    text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
  ][random(4)]!
}

const mistypeWords = (text: string) =>
  text
    .split(' ')
    .map((each) => (each.length < 4 ? each : mistype(each)))
    .join(' ')

const kinds: Record<string, (album: Named) => string> = {
  'a title': ({ name }) => name,
  'artist and title': ({ artist, name }) => `${artist} ${name}`,
  'title and artist, half typed': ({ artist, name }) =>
    `${name} ${artist.slice(0, 1 + random(artist.length))}`,
  'the first letters': ({ name }) => name.slice(0, 2 + random(4)),
  'a title, half typed': ({ name }) => name.slice(0, 1 + random(name.length)),
  'common words': () => `${words[random(30)]!} ${words[random(100)]!}`,
  'a title with a typo in each word': ({ name }) => mistypeWords(name),
  'both with a typo in each word': ({ artist, name }) => mistypeWords(`${artist} ${name}`),
  'a name that no album has': () => `${word()}${word()} ${word()}x`,
}

/** Shows how busy the machine is. */
const oneAlbum = kysely.selectFrom('Album').select('name').where('id', '=', 1)

async function bench() {
  await giveMemory()
  const databaseUrl = testDatabaseUrl(database)
  await migrate(databaseUrl)
  const deps = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  try {
    const examples = await makeAlbums(deps)
    const seconds = rounded((await timed(() => fillAlbumWords(deps))) / 1_000)
    console.log(`${ALBUMS} albums got their words in ${seconds} s`)
    await deps.db.$executeRaw`ANALYZE TABLE Album, AlbumWord, Word, WordHead`
    const times: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
    times[BARE] = []
    const search = async (query: string) => await searchOwnAlbums(deps, { query, page: 1 })
    for (let round = -20; round < ROUNDS; round++)
      for (const [kind, queryOf] of Object.entries(kinds)) {
        const query = queryOf(examples[random(examples.length)]!)
        const time = await timed(() => search(query))
        if (round < 0) continue
        times[kind]!.push(time)
        times[BARE].push(await timed(() => rows(deps.db, oneAlbum)))
      }
    const all = Object.entries(times).flatMap(([kind, each]) => (kind === BARE ? [] : each))
    const table = tableOf({ ...times, all })
    console.table(table)
    const what = `search of ${ALBUMS} own albums, p99`
    record('search', [kept('P16', what, table.all!['p99 ms'], { atMost: PROMISED }, 'ms')], {
      albums: ALBUMS,
      seconds,
      table,
    })
  } finally {
    await closeDeps(deps)
    await dropDatabase(database)
  }
}

await bench()
