import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { lookUpGroup } from '../../server/catalog/linking/lookUp.ts'
import type { MusicBrainz } from '../../server/clients/musicbrainz/client.ts'
import { makeClient } from './linkingService.ts'

type Ask = { artist: string; album: string; year?: number; expected: string; why: string }

const text = readFileSync(resolve(import.meta.dirname, 'identity.json'), 'utf8')
const { groups, asks } = JSON.parse(text) as { groups: never[]; asks: Ask[] }

let demo: Demo
let client: MusicBrainz
beforeAll(async () => {
  demo = await startDemo({ world: { groups }, isLimited: false })
  client = makeClient(demo)
})
afterAll(() => demo.close())

it.each(asks.map((ask) => [ask.artist, ask.album, ask.year ?? '', ask.expected, ask] as const))(
  '%s – %s %s is found as %s at the service',
  async (_, __, ___, expected, ask) => {
    demo.forgetRequests()
    const decision = await lookUpGroup(client, ask, { isWaitedFor: false })
    const outcome =
      decision.state === 'linked' ? demo.world().groups.get(decision.group.id)!.key : decision.state
    expect(outcome).toBe(expected)
    expect(demo.requests('musicbrainz').length).toBeLessThanOrEqual(5)
  },
)
