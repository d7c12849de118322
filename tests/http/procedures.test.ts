import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { backupFolder } from '../../server/backup/dump.ts'
import { appRouter } from '../../server/router.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { homogenic, procedureTable } from './procedureTable.ts'

const procedures = Object.entries(appRouter._def.procedures) as unknown as [
  string,
  { _def: { type: string } },
][]

let server: TestServer
let harness: Harness
let owner: Person
let moderator: Person
let admin: Person
beforeAll(async () => {
  server = await startServer()
  await server.reset()
  harness = makeHarness(server.url)
  owner = await harness.register('owner')
  await harness.register('other')
  moderator = await harness.register('moderator')
  await setRole(server.deps, 'moderator', 'moderator')
  admin = await harness.register('admin')
  await setRole(server.deps, 'admin', 'admin')
  await owner.client.logs.save.mutate({ ...homogenic, review: 'So that pages hold something.' })
})
const backups = new Set<string>()
afterAll(async () => {
  for (const name of backups) await rm(join(backupFolder(), name), { force: true })
  await harness.close()
  await server.close()
})

type Failure = {
  message: string
  data: { code: string; httpStatus: number; id: string | null; fields: Record<string, string> }
}
type Answer = { status: number; text: string; error?: Failure }

async function call(path: string, input: unknown, cookie?: string | null): Promise<Answer> {
  const isQuery = procedures.find(([name]) => name === path)![1]._def.type !== 'mutation'
  const text = input === undefined ? undefined : JSON.stringify(input)
  const query = isQuery && text !== undefined ? `?input=${encodeURIComponent(text)}` : ''
  const response = await fetch(`${server.url}/trpc/${path}${query}`, {
    ...(isQuery ? {} : { method: 'POST', body: text ?? '' }),
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  const body = await response.text()
  noteBackups(path, body)
  return { status: response.status, text: body, ...(JSON.parse(body) as Pick<Answer, 'error'>) }
}

/** the maximum number of calls per request */
const BATCH = 10

/** Calls one procedure with several inputs in one request, like a browser. */
async function callBatch(
  path: string,
  inputs: unknown[],
  cookie: string | null,
): Promise<{ error?: Failure }[]> {
  const response = await fetch(`${server.url}/trpc/${inputs.map(() => path).join(',')}?batch=1`, {
    method: 'POST',
    body: JSON.stringify(Object.assign({}, inputs)),
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  const body = await response.text()
  noteBackups(path, body)
  return JSON.parse(body) as { error?: Failure }[]
}

/** Remembers the files that calls have made, so that they can be deleted. */
function noteBackups(path: string, body: string): void {
  if (path !== 'admin.backUp') return
  for (const [name] of body.matchAll(/plak-[\dTZ-]+\.backup\.gz/g)) backups.add(name)
}

it('the table has a row for every procedure, and none too many', () => {
  expect(Object.keys(procedureTable).toSorted()).toEqual(procedures.map(([path]) => path).toSorted())
})

// Subscriptions are called over the WebSocket (tests/*/live*.test.ts) and are not available over HTTP.
const subscriptions = procedures.filter(([, { _def }]) => _def.type === 'subscription').map(([path]) => path)
const rows = Object.entries(procedureTable).filter(([path]) => !subscriptions.includes(path))

describe.each(rows)('%s', (path, { for: who, input, spends, status = 200 }) => {
  it(`is for ${who}`, async () => {
    const visitor = await call(path, input)
    if (who === 'anybody') expect(visitor.status).toBe(status)
    else if (who === 'nobody') {
      for (const cookie of [null, admin.cookies.header()]) {
        const { status: answered, error } = await call(path, input, cookie)
        expect([answered, error!.message]).toEqual([404, `No procedure found on path "${path}"`])
      }
    } else if (who === 'moderators' || who === 'admins') {
      // For all others the procedure does not exist.
      const others = who === 'admins' ? [owner, moderator] : [owner]
      const answers = await Promise.all(others.map((each) => call(path, input, each.cookies.header())))
      for (const { status: answered, error } of [visitor, ...answers])
        expect([answered, error!.message]).toEqual([404, `No procedure found on path "${path}"`])
      const caller = who === 'admins' ? admin : moderator
      const judged = await call(path, input, caller.cookies.header())
      expect([judged.status, judged.error?.data.id ?? null]).toEqual([
        status,
        status === 200
          ? null
          : expect.stringMatching(
              /^((moderation|users)\.n|catalog\.albumN)otFound$|^admin\.noSuchBackup$|^invalidInput$/,
            ),
      ])
    } else {
      const { code, id } = visitor.error!.data
      expect([visitor.status, code, id]).toEqual([
        401,
        'UNAUTHORIZED',
        expect.stringMatching(/^(auth|logs)\./),
      ])
    }
    const caller = spends ? await harness.register(spends) : owner
    if (who === 'signed in') expect((await call(path, input, caller.cookies.header())).status).toBe(status)
  })
  it('tells nobody’s e-mail, hash or internal id', async () => {
    const other = await harness.login({ nickname: 'other', email: '', password: 'other has a record player' })
    const { text } = await call(path, input, other.cookies.header())
    // Users can see their own address.
    expect(text.replaceAll('other@plak.example', '')).not.toMatch(
      /@plak\.example|argon2|passwordHash|userId|tokenHash/,
    )
  })
})

const junk: unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'text',
  [],
  [[]],
  {},
  true,
  { query: 5 },
  { query: '' },
  { query: 'x'.repeat(3_000) },
  { query: 'a', page: 0 },
  { query: 'a', page: 1e9 },
  { query: 'a', page: 'two' },
  { artist: null, album: null },
  { artist: ['a'], album: {} },
  { artist: '\u0000', album: '\uD800' },
  { artist: 'x'.repeat(3_000), album: 'y' },
  { nickname: '%' },
  { nickname: '__proto__' },
  { nickname: 'x'.repeat(5_000) },
  { nickname: "' OR 1=1 --" },
  { nickname: 'çağla' },
  { nickname: 5, following: 'yes' },
  { id: 0 },
  { id: -5 },
  { id: 2 ** 31 },
  { id: 1.5 },
  { id: '1' },
  { id: Number.MAX_SAFE_INTEGER },
  { cursor: '\u0000' },
  { cursor: 5 },
  { cursor: 'x'.repeat(1_000) },
  { lastEventId: {} },
  { ...homogenic, rating: null },
  { ...homogenic, rating: Number.MAX_VALUE },
  { ...homogenic, date: '0000-00-00' },
  { ...homogenic, date: '+275760-09-13' },
  { ...homogenic, review: { toString: 'x' } },
  { ...homogenic, favorite: 'false' },
  { ...homogenic, cursor: '9999999999.zz' },
  { username: {}, email: [], password: 1 },
  { identifier: '\u0000@', password: '\u0000' },
  { identifier: 'a@', password: 'x'.repeat(200) },
  { id: 1, liked: 'yes' },
  { id: 1, ...homogenic, contained: 1 },
  { name: 'x', albums: [[]] },
  { name: 'x', albums: [1], submission: '1' },
  { id: 1, version: 0, name: 'x', albums: [homogenic] },
  { name: '\uD800', description: '\u0000', albums: [{}] },
  { id: 1, cursor: '999999' },
  { thread: {} },
  { thread: { list: 1, review: 1 } },
  { thread: { list: '1' } },
  { thread: { review: 1 }, cursor: 'zzzzzzzzz.zzzzzzz' },
  { thread: { list: 1 }, text: '\uD800', submission: 'x' },
  { id: 1, liked: 'yes' },
  { __proto__: { polluted: true } },
  { constructor: { prototype: {} } },
]

describe('bad input of any kind', () => {
  // A finished setup no longer exists.
  beforeEach(() => server.deps.db.setup.deleteMany())
  it.each(rows.map(([path]) => path))('to %s is a typed answer, never a failure of ours', async (path) => {
    const allowed = {
      moderators: moderator,
      admins: admin,
      anybody: owner,
      nobody: owner,
      'signed in': owner,
    }
    const caller = allowed[procedureTable[path]!.for]
    const cookie = path.startsWith('auth.') ? null : caller.cookies.header()
    for (let from = 0; from < junk.length; from += BATCH) {
      const inputs = junk.slice(from, from + BATCH)
      const answers = await callBatch(path, inputs, cookie)
      expect(answers).toHaveLength(inputs.length)
      for (const [index, answer] of answers.entries()) {
        const text = JSON.stringify(answer)
        const said = `${path} ${JSON.stringify(inputs[index]).slice(0, 80)} → ${text.slice(0, 200)}`
        expect(answer.error?.data.httpStatus ?? 200, said).toBeLessThan(500)
        if (answer.error) {
          expect(answer.error.data.fields, said).toBeTypeOf('object')
          expect(answer.error.data.id, said).toMatch(/^\w+(\.\w+)*$/)
        }
        expect(text, said).not.toMatch(/prisma|SELECT |node_modules|\/server\/|at \w+ \(/i)
      }
    }
  })
})
