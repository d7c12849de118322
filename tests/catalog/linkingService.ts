import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { GroupDescription } from '../../demo/world/description.ts'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import { makeLinking } from '../../server/catalog/linking/worker.ts'
import { makeMusicBrainz, type MusicBrainz } from '../../server/clients/musicbrainz/client.ts'
import type { Deps } from '../../server/core/deps.ts'
import { startServer, type TestServer } from '../support/server.ts'

const DAY = 24 * 60 * 60_000

/** A client of a stand-in, without the pace of the real service. */
export function makeClient(demo: Demo): MusicBrainz {
  const turn = async () => ({ until: new Date(), failures: 0, isSlow: false })
  return makeMusicBrainz({
    base: demo.musicbrainzBase,
    userAgent: 'Plak/tests ( tests@example.org )',
    log: pino({ level: 'silent' }),
    pace: { turn, end: async () => {}, isPaused: () => false },
  })
}

export const group = (title: string, more: Partial<GroupDescription> = {}): GroupDescription => ({
  key: title,
  artistCredit: [{ name: 'Artist', artist: 'Artist' }],
  title,
  firstReleaseDate: '2000-05-04',
  primaryType: 'Album',
  ...more,
})

/** Starts a product whose MusicBrainz knows `groups`, and whose clock is moved by hand. */
export function linkingService(groups: readonly GroupDescription[]) {
  let server: TestServer
  let demo: Demo
  let musicbrainz: MusicBrainz
  let time = Date.now()
  beforeAll(async () => {
    demo = await startDemo({ world: { groups }, isLimited: false })
    musicbrainz = makeClient(demo)
    server = await startServer()
  })
  afterAll(async () => {
    await server.close()
    await demo.close()
  })
  beforeEach(async () => {
    await server.reset()
    demo.behave()
    demo.setWorld({ groups })
    demo.forgetRequests()
    time = Date.now()
  })

  const deps = (): Deps => ({ ...server.deps, now: () => new Date(time) })
  const linkOf = (albumId: number) =>
    server.deps.db.albumLink.findUniqueOrThrow({ where: { albumId }, include: { album: true } })
  return {
    deps,
    linkOf,
    demo: () => demo,
    client: () => musicbrainz,
    idOf: (key: string) => [...demo.world().groups.values()].find((each) => each.key === key)!.id,
    pass: (days: number) => void (time += days * DAY),
    /** Creates rows that somebody uses. */
    create: async (...names: string[]) => {
      const { db } = server.deps
      const albums = names.map((name) => ({ artist: 'Artist', name, image: null }))
      const ids = await keepImportedAlbums(deps(), albums)
      const data = { nickname: 'ada', email: 'ada@example.org', passwordHash: 'none' }
      const { id: userId } = await db.user.upsert({ where: { nickname: 'ada' }, create: data, update: {} })
      await db.favorite.createMany({
        data: ids.map((albumId) => ({ userId, albumId })),
        skipDuplicates: true,
      })
      return ids
    },
    /** Runs the background work until nothing is due. */
    run: (client: MusicBrainz = musicbrainz, signal = new AbortController().signal) =>
      makeLinking(deps(), client)(signal),
    requests: () => demo.requests('musicbrainz').map(({ path, query }) => `${path}?${query}`),
    events: () => server.deps.db.event.count({ where: { type: 'album.changed' } }),
  }
}
