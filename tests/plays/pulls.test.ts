import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PlayedTrack, PlayService } from '../../demo/plays/histories.ts'
import { PageFailed } from '../../server/clients/plays/service.ts'
import type { Person } from '../harness/client.ts'
import { listen } from '../harness/expectations.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ settings: { LIMITS_FACTOR: '1', CONTACT: 'operator@plak.example' } })
let owner: Person
beforeEach(async () => {
  plak.server.demo.behave()
  plak.server.demo.forgetRequests()
  owner = await plak.harness.register('owner')
})

const nowInSeconds = Math.floor(Date.now() / 1000)
const tracks = (count: number, before = 600): PlayedTrack[] =>
  Array.from({ length: count }, (_, index) => ({
    at: nowInSeconds - before - index * 60,
    artist: 'Björk',
    track: `Track ${index}`,
    album: 'Homogenic',
  }))
const setPlays = (service: PlayService, plays: PlayedTrack[], user = 'ada') =>
  plak.server.demo.setPlays(service, user, { plays })
const requests = (service: PlayService) =>
  plak.server.demo
    .requests(service)
    .filter(({ method, path }) => method === 'user.getrecenttracks' || path.endsWith('/listens'))

const fields = { lastfm: 'lastfmUser', listenbrainz: 'listenBrainzUser' } as const
const name = (service: PlayService, user: string, who = owner) =>
  who.client.scrobbling.set.mutate({ [fields[service]]: user })
const pulls = async (who = owner) => (await who.client.scrobbling.mine.query()).pulls
const plays = async (who = owner) => (await who.client.plays.mine.query({})).items
/** Lets the next pull begin. */
const makeDue = () => plak.server.deps.db.playPull.updateMany({ data: { dueAt: new Date(0) } })
const pulled = (service: PlayService, who = owner) =>
  vi.waitFor(async () => expect((await pulls(who))[service].at).not.toBeNull())

describe.each(['lastfm', 'listenbrainz'] as const)('pulls from %s', (service) => {
  const fromOf = ({ params }: { params: Record<string, string | undefined> }) =>
    Number(service === 'lastfm' ? params.from : params.min_ts)

  it('begin within ten seconds after the name was saved, with the last thirty days', async () => {
    setPlays(service, [...tracks(250), { at: nowInSeconds - 31 * 86_400, artist: 'A', track: 'Old' }])
    const begin = performance.now()
    await name(service, ' Ada ')
    await vi.waitFor(async () => expect(requests(service).length).toBeGreaterThan(0))
    expect(performance.now() - begin).toBeLessThan(10_000)
    await pulled(service)
    expect(fromOf(requests(service)[0]!) / 86_400).toBeCloseTo(nowInSeconds / 86_400 - 30, 1)
    expect(await plak.server.deps.db.play.count()).toBe(250)
    expect((await plays())[0]).toMatchObject({
      artist: 'Björk',
      track: 'Track 0',
      album: 'Homogenic',
      source: `${service}Pull`,
      client: null,
    })
    expect(requests(service)[0]!.userAgent).toMatch(/^Plak\/\S+ \( operator@plak\.example \)$/)
  })

  it('continue from where the last one ended, minus five minutes', async () => {
    setPlays(service, tracks(3))
    await name(service, 'ada')
    await pulled(service)
    setPlays(service, [...tracks(3), { at: nowInSeconds - 60, artist: 'Björk', track: 'Late' }])
    plak.server.demo.forgetRequests()
    await makeDue()
    await vi.waitFor(async () => expect(await plays()).toHaveLength(4))
    expect(nowInSeconds - fromOf(requests(service)[0]!)).toBe(600 + 300)
  })

  it('leave out what is more than an hour ahead', async () => {
    const year = { at: nowInSeconds + 365 * 86_400, artist: 'Björk', track: 'Of a wrong clock' }
    setPlays(service, [year, { ...year, at: nowInSeconds + 3_700 }, ...tracks(2)])
    await name(service, 'ada')
    await pulled(service)
    expect((await plays()).map(({ track }) => track)).toEqual(['Track 0', 'Track 1'])
  })

  it('say that there is no such user, until there is one', async () => {
    const live = await listen((hear) => owner.client.plays.live.subscribe({}, hear))
    await name(service, 'nobody at all')
    await live.soon('scrobbling.changed')
    expect((await pulls())[service]).toEqual({ at: null, problem: 'There is no such user' })
    const { dueAt } = await plak.server.deps.db.playPull.findFirstOrThrow()
    expect(dueAt.getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000)
    setPlays(service, tracks(1))
    await name(service, 'ada')
    expect((await pulls())[service]).toEqual({ at: null, problem: null })
    await pulled(service)
    live.stop()
  })

  it('survive a page that fails, and a service that is away', async () => {
    setPlays(service, tracks(2))
    plak.server.demo.misbehave({ service, fault: 'html', times: 2 })
    await name(service, 'ada')
    await pulled(service)
    expect(await plays()).toHaveLength(2)
    plak.server.demo.misbehave({ service, fault: 'html' })
    await makeDue()
    await vi.waitFor(async () => expect((await pulls())[service].problem).toMatch(/did not answer/))
    plak.server.demo.behave()
    await makeDue()
    await vi.waitFor(async () => expect((await pulls())[service].problem).toBeNull())
  })

  it('end with the name', async () => {
    setPlays(service, tracks(1))
    await name(service, 'ada')
    await pulled(service)
    await name(service, '')
    expect(await plak.server.deps.db.playPull.count()).toBe(0)
    expect((await pulls())[service].at).toBeNull()
    expect(await plays()).toHaveLength(1)
  })
})

it('plays that are private at Last.fm are said to be so', async () => {
  plak.server.demo.setPlays('lastfm', 'ada', { plays: [], isPrivate: true })
  await name('lastfm', 'ada')
  await vi.waitFor(async () => expect((await pulls()).lastfm.problem).toBe('These plays are private there'))
})

it('a failing server of Last.fm is asked again, whatever its answer says', async () => {
  setPlays('lastfm', tracks(2))
  const fault = { service: 'lastfm', fault: 'error', code: 6, status: 500, times: 1 } as const
  plak.server.demo.misbehave(fault)
  await name('lastfm', 'ada')
  await pulled('lastfm')
  expect(await plays()).toHaveLength(2)
})

it('people are pulled one after the other', async () => {
  const other = await plak.harness.register('other')
  setPlays('listenbrainz', tracks(2_500), 'ada')
  setPlays('listenbrainz', tracks(2_500), 'bob')
  await Promise.all([name('listenbrainz', 'ada'), name('listenbrainz', 'bob', other)])
  await pulled('listenbrainz')
  await pulled('listenbrainz', other)
  const users = requests('listenbrainz').map(({ path }) => path.split('/').at(-2)!)
  expect(users).toHaveLength(6)
  expect(users.filter((user, index) => user !== users[index - 1])).toHaveLength(2)
})

it('a failure that nobody foresaw postpones the pull of one person only', async () => {
  const service = plak.server.deps.playServices.listenbrainz
  const { fetchPage } = service
  vi.spyOn(service, 'fetchPage').mockImplementation(async (page) => {
    if (page.user === 'ada') throw new TypeError('An odd answer')
    return await fetchPage(page)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const other = await plak.harness.register('other')
  setPlays('listenbrainz', tracks(2), 'bob')
  await name('listenbrainz', 'ada')
  await name('listenbrainz', 'bob', other)
  await pulled('listenbrainz', other)
  expect(await plays(other)).toHaveLength(2)
  await vi.waitFor(async () => expect((await pulls()).listenbrainz.problem).toMatch(/did not answer/))
})

it('a new name does not wait for the pauses of a pull that fails', async () => {
  const service = plak.server.deps.playServices.listenbrainz
  const { fetchPage } = service
  const pages = vi.spyOn(service, 'fetchPage').mockImplementation(async (page) => {
    if (page.user === 'ada') throw new PageFailed('Busy', { wait: 30_000 })
    return await fetchPage(page)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const other = await plak.harness.register('other')
  setPlays('listenbrainz', tracks(2), 'bob')
  await name('listenbrainz', 'ada')
  await vi.waitFor(() => expect(pages).toHaveBeenCalled())
  await name('listenbrainz', 'bob', other)
  await pulled('listenbrainz', other)
  expect((await pulls()).listenbrainz.problem).toMatch(/did not answer/)
})

it('a user begins a pull themselves, at most once a minute', async () => {
  setPlays('lastfm', tracks(1))
  await name('lastfm', 'ada')
  await pulled('lastfm')
  setPlays('lastfm', tracks(2))
  await owner.client.scrobbling.pullNow.mutate()
  await vi.waitFor(async () => expect(await plays()).toHaveLength(2))
  expect(await refusal(owner.client.scrobbling.pullNow.mutate())).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

it('a play that both a player and a service report is one', async () => {
  setPlays('lastfm', tracks(3))
  setPlays('listenbrainz', tracks(3, 610))
  await owner.client.scrobbling.set.mutate({ lastfmUser: 'ada', listenBrainzUser: 'ada' })
  await pulled('lastfm')
  await pulled('listenbrainz')
  expect(await plays()).toHaveLength(3)
})
