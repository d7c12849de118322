import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { topics } from '../../shared/events.ts'
import { makeProxy } from '../harness/proxy.ts'
import { testDatabase } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { testSettings } from '../support/server.ts'
import { rawLine } from '../torture/line.ts'
import { makeRandom } from '../torture/random.ts'

// Promise R2: a client that was disconnected receives everything that it missed, however many reconnect at once.
const CLIENTS = 200
const SOON = { timeout: 60_000 }
const ROUNDS = 2

let databaseUrl: string
let teller: Deps
let listId: number
beforeAll(async () => {
  databaseUrl = (await testDatabase()).url
  teller = await makeDeps(testSettings(databaseUrl), pino({ level: 'silent' }))
  await vi.waitFor(() => expect(teller.redis.isReady).toBe(true), SOON)
  const { id: userId } = await teller.db.user.create({
    data: { nickname: 'ayse', email: 'ayse@plak.example' },
  })
  const list = { userId, name: 'Night', submission: randomUUID() }
  listId = (await teller.db.list.create({ data: list })).id
})
afterAll(() => closeDeps(teller))

let told = 0
const tell = (count: number) =>
  change(teller, async ({ emit }) => {
    for (let each = 0; each < count; each++)
      emit(topics.thread({ list: listId }), { type: 'comment.liked', id: ++told, likeCount: 0 }, null)
  })

it(
  'two hundred who are cut off at once hear everything, once and in order',
  { timeout: 180_000 },
  async () => {
    const { url, isUp } = await startProcess({ DATABASE_URL: databaseUrl })
    await isUp()
    const proxy = await makeProxy(url)
    onTestFinished(proxy.close)
    const from = await teller.bus.position()
    const clients = Array.from({ length: CLIENTS }, () => {
      const line = rawLine(proxy.url, {}, makeRandom(1))
      onTestFinished(line.close)
      const heard: number[] = []
      const client = { line, heard }
      line.want({
        path: 'comments.live',
        input: { thread: { list: listId } },
        from,
        onEvent(_, data) {
          heard.push((data as { id: number }).id)
        },
      })
      return client
    })
    const everybodyHeard = () =>
      vi.waitFor(() => expect(clients.filter(({ heard }) => heard.length < told)).toHaveLength(0), SOON)
    await tell(1)
    await everybodyHeard()

    for (let round = 0; round < ROUNDS; round++) {
      proxy.cut()
      await tell(20)
      proxy.open()
      await everybodyHeard()
    }
    for (const { heard, line } of clients) {
      expect([heard.join(), line.problems]).toEqual([clients[0]!.heard.join(), []])
    }
    expect(clients[0]!.heard).toEqual(Array.from({ length: told }, (_, index) => index + 1))
  },
)
