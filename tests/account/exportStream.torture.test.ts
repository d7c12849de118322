import type { Connection } from 'mariadb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { unzipped } from '../support/download.ts'
import { openTransactions, RENEWED } from '../support/transactions.ts'
import { runExports, zip } from './exportWorld.ts'

const { people, download, exported } = runExports()
let ayse: Person
let fatma: Person
let connection: Connection
let url: string
beforeEach(() => void ({ ayse, fatma, connection, url } = people()))

describe('an export', () => {
  it('of ten thousand logs comes whole, as it was when it began, in bounded pieces', async () => {
    const [row] = await connection.query<{ id: number }[]>("SELECT id FROM User WHERE nickname = 'ayse'")
    const numbers = Array.from({ length: 10_000 }, (_, number) => number)
    await connection.batch(
      "INSERT INTO Album (`key`, artist, name, updatedAt) VALUES (?, 'Somebody', ?, NOW())",
      numbers.map((number) => [`somebody-${number}`, `Album ${number}`]),
    )
    // Random texts, so that their zip is larger than the buffers.
    await connection.query(
      "INSERT INTO Log (userId, albumId, date, review, reviewedAt) SELECT ?, id, '2026-11-20', HEX(RANDOM_BYTES(400)), NOW() FROM Album",
      [row!.id],
    )
    const answer = await download(zip, ayse)
    const reader = answer.body!.getReader()
    const first = await reader.read()
    await connection.query("UPDATE Log SET review = 'changed meanwhile'")
    const chunks = [first.value!]
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    const files = await unzipped(Buffer.concat(chunks))
    const { listenings } = JSON.parse(files.get('plak.json')!) as {
      listenings: { album: { name: string } }[]
    }
    expect(new Set(listenings.map(({ album: { name } }) => name)).size).toBe(10_000)
    expect(files.get('listenings.csv')!.split('\r\n')).toHaveLength(10_002)
    expect([...files.values()].join()).not.toContain('changed meanwhile')
  })

  it('a client that disconnects half-way leaves nothing open, and does not hold up others', async () => {
    const [row] = await connection.query<{ id: number }[]>("SELECT id FROM User WHERE nickname = 'ayse'")
    await connection.batch(
      "INSERT INTO Album (`key`, artist, name, updatedAt) VALUES (?, 'Somebody', ?, NOW())",
      Array.from({ length: 3_000 }, (_, number) => [`x-${number}`, String(number)]),
    )
    await connection.query(
      'INSERT INTO Log (userId, albumId, review, reviewedAt) SELECT ?, id, HEX(RANDOM_BYTES(1000)), NOW() FROM Album',
      [row!.id],
    )
    const openNow = async () => {
      const [counted] = await connection.query<{ count: bigint }[]>(openTransactions)
      return Number(counted!.count)
    }
    const stopping = new AbortController()
    const answer = await fetch(url + zip, {
      headers: { cookie: ayse.cookies.header() },
      signal: stopping.signal,
    })
    await answer.body!.getReader().read()
    expect((await download(zip, fatma)).status).toBe(200)
    stopping.abort()
    await vi.waitFor(async () => expect(await openNow()).toBe(0), { interval: RENEWED })
    expect((await exported()).data.listenings.length).toBeGreaterThanOrEqual(3_000)
  })
})
