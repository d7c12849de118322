import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { recognise } from '../../server/imports/formats/recognise.ts'
import { openSource } from '../../server/imports/reading/source.ts'
import { importLimits } from '../../shared/limits.ts'
import { runProduct } from '../support/runProduct.ts'
import * as files from './files.ts'
import { read } from './reading.ts'
import { send, until } from './world.ts'

// No file blocks the server, or the imports of other users.

const refusal = async (bytes: string | Uint8Array) =>
  await read(bytes).then(
    () => 'read',
    (error: { id?: string; message: string }) => error.id ?? error.message,
  )

describe('a zip', () => {
  it('of more small texts than there may be is refused before one of them is unpacked', async () => {
    const names = Array.from({ length: importLimits.texts + 1 }, (_, i) => [`f${i}.txt`, 'x'])
    expect(await refusal(await files.zipped(Object.fromEntries(names)))).toBe('imports.tooManyEntries')
  })

  it('of as many texts as there may be takes little memory', async () => {
    const text = Buffer.from(`ş${'some text '.repeat(1_600)}`)
    const names = Array.from({ length: importLimits.texts }, (_, i) => [`f${i}.txt`, text])
    const zip = await files.zipped(Object.fromEntries(names))
    const before = process.memoryUsage().rss
    expect(await refusal(zip)).toBe('imports.unknownFile')
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('that was packed 200 times smaller is refused at once, also in many parts', async () => {
    const rows = Buffer.from('Artist,Album\n' + 'Kate Bush,Hounds of Love\n'.repeat(200_000))
    const zip = await files.zipped(
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}.csv`, rows])),
    )
    const began = performance.now()
    expect(await refusal(zip)).toBe('imports.zipBomb')
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('of an honest history is read, however alike its plays are', async () => {
    const plays = Array.from({ length: 100_000 }, (_, i) => ({
      ts: new Date(1_600_000_000_000 + i * 200_000).toISOString(),
      ms_played: 214_000,
      master_metadata_track_name: `Track ${i % 10}`,
      master_metadata_album_artist_name: 'Björk',
      master_metadata_album_album_name: 'Homogenic',
      spotify_track_uri: 'spotify:track:xxxxxxxxxxxxxxxxxxxxxx',
      platform: 'Windows 10 (10.0.19042; x64)',
      reason_end: 'trackdone',
      episode_name: null,
      episode_show_name: null,
      user_agent_decrypted: 'unknown',
    }))
    const zip = await files.zipped({ 'Streaming_History_Audio_2020.json': JSON.stringify(plays) })
    expect((await read(zip)).drafts).toHaveLength(1)
  })
})

describe('cells of a million letters', () => {
  const letters = importLimits.row - 1_000
  const hostile = ['[url=', ' ', '"', '&#']
  const tables = {
    RateYourMusic:
      'RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type, Review, Review Title',
    'Album of the Year': 'Artist,Album,Year,Type,Rating,Date Rated',
    Discogs:
      'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Notes',
    'Last.fm': 'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid',
    'a table': 'Artist,Album,Date,Rating,Review,Tags,Favorite,Kind',
    NeoDB: 'title,info,links,timestamp,status,rating,comment,tags',
  }
  it.each(Object.entries(tables))(
    'of %s are read within a few seconds',
    async (_, header) => {
      const width = header.split(',').length
      for (const sign of hostile) {
        const text = sign.repeat(letters / sign.length)
        for (let column = 0; column < width; column++) {
          const cells = Array.from({ length: width }, (__, index) => (index === column ? `x${text}x` : '1'))
          const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
          // Processor time, because other tests run at the same time. Quadratic time would be a minute.
          const before = process.cpuUsage()
          await refusal(`${header}\n${quoted}\n`)
          const { user, system } = process.cpuUsage(before)
          expect((user + system) / 1_000, `${JSON.stringify(sign)} in column ${column}`).toBeLessThan(3_000)
        }
      }
    },
    120_000,
  )
})

/** Returns the bytes in use after a garbage collection, whose timing depends on the machine. */
function kept(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a file of 10 MB', () => {
  it.each([
    [
      'a table',
      'Artist,Album,Date,Rating,Review\n',
      (i: number) => `Band ${i % 900},"Album ""${i}""",2024-01-02,8,"so, good"\n`,
      '',
    ],
    [
      'a history',
      '[',
      (i: number) =>
        `${i ? ',' : ''}{"ts":"2023-03-01T20:10:07Z","ms_played":214000,"master_metadata_track_name":"Track ${i % 12}","master_metadata_album_artist_name":"Band ${i % 900}","master_metadata_album_album_name":"Album ${i % 2_000}"}\n`,
      ']',
    ],
  ])(
    '%s is read without a pause, in little memory',
    async (_, begin, row, end) => {
      const folder = await mkdtemp(join(tmpdir(), 'plak-huge-'))
      const path = join(folder, 'file')
      function* pieces() {
        yield begin
        for (let i = 0, size = 0; size < 10_000_000; i++) {
          const text = row(i)
          size += text.length
          yield text
        }
        yield end
      }
      await pipeline(Readable.from(pieces()), createWriteStream(path))
      // Processor time, because other tests run at the same time.
      const stretches: number[] = []
      let count = 0
      let began = process.cpuUsage()
      const before = kept()
      let most = before
      /** Called when the import yields. */
      const step = async () => {
        const { user, system } = process.cpuUsage(began)
        if (stretches.push((user + system) / 1_000) % 10_000 === 0) most = Math.max(most, kept())
        await setImmediate()
        began = process.cpuUsage()
      }
      const source = await openSource(path, { encoding: undefined, onBytes: step })
      const reading = await recognise(source, { settings: {}, now: new Date('2026-11-22T12:00:00Z') })
      for await (const __ of reading.rows()) {
        count++
        await step()
      }
      await rm(folder, { recursive: true })
      expect(count).toBeGreaterThan(1_000)
      expect((most - before) / 1024 / 1024).toBeLessThan(50)
      stretches.sort((one, other) => one - other)
      expect(stretches[Math.floor(stretches.length * 0.99)]).toBeLessThan(50)
    },
    60_000,
  )
})

describe('beside a huge file', () => {
  const plak = runProduct()

  it('a small one of another person has its preview within 10 s; the huge one goes on', async () => {
    const [first, second] = [await plak.harness.register('first'), await plak.harness.register('second')]
    const rows = Array.from({ length: 15_000 }, (_, i) => `Band ${i},Album ${i},8`)
    const huge = await send(plak.server.url, first, ['Artist,Album,Rating', ...rows].join('\n'))
    await until(first, huge.body.id, ({ state, counts }) => state === 'reading' && counts.looking > 0)
    const began = performance.now()
    const small = await send(plak.server.url, second, 'Artist,Album\nBjörk,Homogenic\n')
    await until(second, small.body.id, ({ state }) => state === 'preview')
    expect(performance.now() - began).toBeLessThan(10_000)
    const { state } = await first.client.imports.get.query({ id: huge.body.id })
    expect(state).toBe('reading')
    const seen = await until(first, huge.body.id, ({ state: now }) => now === 'preview')
    expect(Object.values(seen.counts).reduce((sum, count) => sum + count, 0)).toBe(15_000)
  })

  it('too many rows are refused before one is written', async () => {
    const owner = await plak.harness.register('owner')
    const bytes = 'Artist,Album\n' + 'a,b\n'.repeat(importLimits.rows + 10)
    const { body } = await send(plak.server.url, owner, bytes)
    const began = performance.now()
    const failed = await until(owner, body.id, ({ state, counts }) => {
      expect(counts.looking).toBe(0)
      return state === 'failed'
    })
    expect(failed.error).toContain('1,000,000 rows')
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})
