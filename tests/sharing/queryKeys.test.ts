import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AppRouter } from '../../server/router.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

// The server builds the keys of a page's first data itself (server/http/web/firstData.ts), because tRPC's own function needs React. If
// they differ from tRPC's, each page requests its data again.

type Type = 'query' | 'infinite'
type Key = [path: [noun: string, name: string], { input?: unknown; type: Type }]
type Procedure = Parameters<typeof getQueryKey>[0]
const trpc = createTRPCReact<AppRouter>() as unknown as Record<string, Record<string, Procedure>>
const keyOf = getQueryKey as (procedure: Procedure, input: unknown, type: Type) => unknown

let server: TestServer
let harness: Harness
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

async function keysOf(path: string, cookie: string): Promise<Key[]> {
  const html = await (await fetch(server.url + path, { headers: { cookie } })).text()
  const [, json = ''] = /id="first-data">([^<]*)</.exec(html) ?? []
  return (JSON.parse(json) as { queries: { queryKey: Key }[] }).queries.map(({ queryKey }) => queryKey)
}

it("the first data of every kind of page has tRPC's own keys", async () => {
  const { client, cookies } = await harness.register('deniz')
  const album = { artist: 'Björk', album: 'Homogenic' }
  const { id } = await client.lists.create.mutate({
    name: 'Cold Nights',
    description: '',
    albums: [album],
    submission: crypto.randomUUID(),
  })
  await client.logs.save.mutate({ ...album, rating: 9 })
  const pages = [
    paths.home(),
    paths.activity(),
    paths.lists(),
    paths.list(id),
    paths.album({ artist: 'Björk', name: 'Homogenic' }),
    paths.listenLater(),
    paths.profile('deniz'),
    paths.login(),
  ]
  // With and without input, as a query and as an infinite query.
  const kinds = ['query with input', 'query without input', 'infinite with input', 'infinite without input']
  // On a busy machine a page omits data that could not be read in time.
  const keys = await vi.waitFor(async () => {
    const read = (await Promise.all(pages.map((path) => keysOf(path, cookies.header())))).flat()
    const found = read.map(
      ([, { input, type }]) => `${type} ${input === undefined ? 'without' : 'with'} input`,
    )
    expect(new Set(found)).toEqual(new Set(kinds))
    return read
  })
  for (const key of keys) {
    const [[noun, name], { input, type }] = key
    expect(key).toEqual(keyOf(trpc[noun]![name]!, input, type))
  }
})
