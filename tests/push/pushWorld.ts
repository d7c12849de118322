import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { SettingKind } from '../../shared/notifications.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { startPushService, type PushService } from './pushService.ts'
import { makeBrowser, type Browser } from './receiver.ts'

/** A server with an https address whose clock can be moved forward, and a push service. */
export function setUpPush(settings: Record<string, string> = {}) {
  let ahead = 0
  const lines: string[] = []
  const log = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const world = {
    server: undefined as unknown as TestServer,
    harness: undefined as unknown as Harness,
    service: undefined as unknown as PushService,
    log: lines,
    forward: (seconds: number) => void (ahead += seconds * 1_000),
    /** Registers a person with a browser that gets pushes of these kinds. */
    withBrowser: async (nickname: string, kinds: SettingKind[]): Promise<[Person, Browser]> => {
      const person = await world.harness.register(nickname)
      const browser = makeBrowser(world.service.origin)
      await person.client.push.add.mutate(browser.subscription)
      for (const kind of kinds) await person.client.notifications.set.mutate({ kind, push: true })
      return [person, browser]
    },
    /** Moves the clock past the delay, and waits until everything that is due was sent or dropped. */
    looked: async (seconds = 21): Promise<void> => {
      world.forward(seconds)
      await vi.waitFor(async () => {
        const due = { notBefore: { lte: world.server.deps.now() } }
        expect(await world.server.deps.db.push.count({ where: due })).toBe(0)
      }, 20_000)
    },
  }
  const now = () => new Date(Date.now() + ahead)
  beforeAll(async () => {
    world.service = await startPushService(now)
    world.server = await startServer({
      settings: {
        PUBLIC_URL: 'https://plak.example',
        PUSH_SERVICES: world.service.origin,
        CONTACT: 'plak@example.org',
        LOG_LEVEL: 'info',
        ...settings,
      },
      now,
      log,
    })
    world.harness = makeHarness(world.server.url)
  })
  afterAll(async () => {
    await world.harness.close()
    await world.server.close()
    await world.service.close()
  })
  afterEach(() => expect(world.service.refused).toEqual([]))
  beforeEach(async () => {
    await world.server.reset()
    world.service.forget()
    lines.length = 0
  })
  return world
}
