import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { noteBackup } from '../../server/backup/newest.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { readMetrics, type Families } from '../support/metrics.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tidyInTurn } from '../support/tidyInTurn.ts'

const TOKEN = 'a token for the figures'
let server: TestServer
let harness: Harness

beforeAll(async () => {
  server = await startServer({ settings: { METRICS_TOKEN: TOKEN } })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

const figures = () => readMetrics(server.url, TOKEN)

it('needs METRICS_TOKEN, and is missing without it', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers })
  const given = await ask({ authorization: `Bearer ${TOKEN}` })
  expect(given.status).toBe(200)
  expect(given.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(given.headers.get('cache-control')).toBe('no-store')
  const missing = (await fetch(`${server.url}/trpc`)).status
  for (const headers of [
    {},
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: 'Bearer' },
    { authorization: `Basic ${btoa(`:${TOKEN}`)}` },
    { cookie: `token=${TOKEN}` },
  ] as Record<string, string>[])
    expect((await ask(headers)).status).toBe(missing)
})

it('tells every family with HELP and TYPE, whatever happened yet', async () => {
  const families = await figures()
  for (const [name, { help, type }] of families)
    expect([name, help, type]).toEqual([
      name,
      expect.stringMatching(/.{8}/),
      expect.stringMatching(/^(counter|gauge|histogram|summary)$/),
    ])
  for (const name of names) expect([name, families.has(name)]).toEqual([name, true])
  expect(valueOf(families, 'plak_redis_up')).toBe(1)
  expect(valueOf(families, 'plak_database_up')).toBe(1)
  expect(valueOf(families, 'plak_events_oldest_unnumbered_seconds')).toBe(0)
  expect(valueOf(families, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
})

it('counts albums by the state of their link to MusicBrainz', async () => {
  const { db } = server.deps
  const [one, two, three, four] = await plantAlbums(server.deps, 4)
  await db.albumLink.createMany({
    data: [
      { albumId: one!, state: 'waiting' },
      { albumId: two!, state: 'waiting' },
      { albumId: three!, state: 'linked' },
      { albumId: four!, state: 'none' },
    ],
  })
  const families = await figures()
  const of = (state: string) => valueOf(families, 'plak_catalogue_queue', `{state="${state}"}`)
  expect([of('waiting'), of('linked'), of('ambiguous')]).toEqual([2, 1, 0])
})

it('tells when the newest backup was made, and what was tidied', async () => {
  const at = new Date('2026-11-20T03:30:00Z')
  await noteBackup(server.deps.db, { madeAt: at, secretFingerprint: 'f'.repeat(16) })
  expect(valueOf(await figures(), 'plak_backup_last_timestamp_seconds')).toBe(at.getTime() / 1_000)
  await server.deps.db.job.deleteMany()
  expect(await tidyInTurn(server.deps)).toBe(true)
  const after = await figures()
  expect(valueOf(after, 'plak_housekeeping_runs_total', '{outcome="ok"}')).toBe(1)
  expect(
    Math.abs(valueOf(after, 'plak_housekeeping_last_timestamp_seconds') - Date.now() / 1_000),
  ).toBeLessThan(60)
})

it('counts what was asked, by how it came out, and knows nothing of what is not there', async () => {
  const { client } = await harness.register('counted')
  const visitor = makeHarness(server.url)
  const before = await figures()
  const calls = (families: Families, procedure: string, outcome: string) =>
    valueOf(
      families,
      'plak_procedure_duration_seconds',
      `_count{procedure="${procedure}",outcome="${outcome}"}`,
    )
  await client.auth.me.query()
  await expect(client.users.profile.query({ nickname: 'nobody_at_all' })).rejects.toThrow('User not found')
  for (const path of [
    '/trpc/no.such',
    '/trpc/auth.me,no.such?batch=1&input={}',
    '/nowhere/x',
    '/metrics/x',
    '/livez',
  ])
    await fetch(server.url + path)
  const after = await figures()
  expect(calls(after, 'auth.me', 'ok') - calls(before, 'auth.me', 'ok')).toBe(2)
  expect(calls(after, 'users.profile', 'NOT_FOUND')).toBe(1)
  const text = [...after.values()].flatMap(({ series }) => [...series.keys()]).join('\n')
  expect(text).not.toMatch(/no\.such|nowhere|nobody_at_all|counted/)
  await visitor.close()
})

it('an album that is answered without the machinery counts, too', async () => {
  const { albums } = await harness.visitor().client.catalog.popular.query({})
  const album = albums[0]!
  const input = encodeURIComponent(JSON.stringify({ 0: { artist: album.artist, album: album.name } }))
  const times = 3
  const before = await figures()
  for (let time = 0; time < times; time++)
    await fetch(`${server.url}/trpc/catalog.album?batch=1&input=${input}`)
  const after = await figures()
  const series = '_count{procedure="catalog.album",outcome="ok"}'
  expect(
    valueOf(after, 'plak_procedure_duration_seconds', series) -
      valueOf(before, 'plak_procedure_duration_seconds', series),
  ).toBe(times)
  expect(valueOf(after, 'plak_catalogue_calls_total', '{service="lastfm",outcome="ok"}')).toBeGreaterThan(0)
})

it('follows sockets, subscriptions and events', async () => {
  const person = await harness.register('watcher')
  await harness.register('watched')
  const before = await figures()
  await new Promise<void>((resolve, reject) =>
    person.client.activity.live.subscribe({}, { onStarted: () => resolve(), onError: reject }),
  )
  await person.client.follows.set.mutate({ nickname: 'watched', following: true })
  await vi.waitFor(async () => {
    const after = await figures()
    expect(valueOf(after, 'plak_sockets')).toBeGreaterThan(0)
    expect(valueOf(after, 'plak_subscriptions') - valueOf(before, 'plak_subscriptions')).toBe(1)
    for (const name of ['plak_events_total', 'plak_event_deliveries_total'])
      expect(valueOf(after, name)).toBeGreaterThan(valueOf(before, name))
  })
})

describe('what the documents name is there', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
  type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] }
  type Dashboard = { panels: { targets?: { expr: string }[] }[] }

  /** Returns the metric families in an expression, with the labels that it selects by. */
  const namedIn = (expr: string) =>
    [...expr.matchAll(/\b((?:plak|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(([, name, chosen = '']) => ({
      name: name!,
      labels: [...chosen.matchAll(/(\w+)=/g)].map(([, label]) => label!),
    }))
  const labels = new Set(['instance', 'job', 'outcome', 'service', 'state'])

  it.each([
    ['the alert rules', () => (parse(read('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)],
    [
      'the dashboard',
      () => (JSON.parse(read('grafana.json')) as Dashboard).panels.flatMap(({ targets = [] }) => targets),
    ],
  ])('in %s', async (_, expressions) => {
    const families = await figures()
    const named = expressions().flatMap(({ expr }) => namedIn(expr))
    expect(named.length).toBeGreaterThan(10)
    const familyOf = (name: string) =>
      families.get(name) ?? families.get(name.replace(/_(bucket|count|sum)$/, ''))
    expect(named.filter(({ name }) => !familyOf(name)).map(({ name }) => name)).toEqual([])
    expect(named.flatMap((each) => each.labels).filter((label) => !labels.has(label))).toEqual([])
  })

  it('each of our families is on the dashboard', async () => {
    const shown = new Set(
      (JSON.parse(read('grafana.json')) as Dashboard).panels
        .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namedIn(expr)))
        .map(({ name }) => name.replace(/_(bucket|count|sum)$/, '')),
    )
    const ours = [...(await figures()).keys()].filter((name) => name.startsWith('plak_'))
    expect(ours.filter((name) => !shown.has(name))).toEqual([])
  })
})

/** Returns the sum of a family's series with this name and labels. */
function valueOf(families: Families, name: string, series = ''): number {
  const found = [...families.get(name)!.series].filter(([key]) => key === name + series)
  return found.reduce((sum, [, value]) => sum + value, 0)
}

const names = [
  'plak_build_info',
  'plak_procedure_duration_seconds',
  'plak_page_duration_seconds',
  'plak_sockets',
  'plak_slow_readers_cut_total',
  'plak_subscriptions',
  'plak_events_total',
  'plak_events_oldest_unnumbered_seconds',
  'plak_database_pool_connections',
  'plak_catalogue_calls_total',
  'plak_catalogue_breaker_open',
  'plak_redis_up',
  'plak_spotify_syncs_total',
  'plak_housekeeping_runs_total',
  'plak_housekeeping_last_timestamp_seconds',
  'plak_backup_last_timestamp_seconds',
  'process_cpu_seconds_total',
  'nodejs_eventloop_lag_p99_seconds',
]
