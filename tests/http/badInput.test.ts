import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { homogenic, procedureTable } from './procedureTable.ts'
import { makeProcedureWorld, procedureRows, type Failure, type ProcedureWorld } from './procedureWorld.ts'

let world: ProcedureWorld
beforeAll(async () => {
  world = await makeProcedureWorld()
})
afterAll(() => world.close())

/** the maximum number of calls per request */
const BATCH = 10

/** Calls one procedure with several inputs in one request, like a browser. */
async function callBatch(
  path: string,
  inputs: unknown[],
  cookie: string | null,
): Promise<{ error?: Failure }[]> {
  const response = await fetch(`${world.server.url}/trpc/${inputs.map(() => path).join(',')}?batch=1`, {
    method: 'POST',
    body: JSON.stringify(Object.assign({}, inputs)),
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  const body = await response.text()
  world.noteBackups(path, body)
  return JSON.parse(body) as { error?: Failure }[]
}

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
  beforeEach(() => world.server.deps.db.setup.deleteMany())
  it.each(procedureRows.map(([path]) => path))(
    'to %s is a typed answer, never a failure of ours',
    async (path) => {
      const { owner, moderator, admin } = world
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
          // Without the link of the setup there is no such procedure.
          if (path === 'setup.createAccount')
            expect(answer.error?.message).toBe(`No procedure found on path "${path}"`)
          else if (answer.error) {
            expect(answer.error.data.fields, said).toBeTypeOf('object')
            expect(answer.error.data.id, said).toMatch(/^\w+(\.\w+)*$/)
          }
          expect(text, said).not.toMatch(/prisma|SELECT |node_modules|\/server\/|at \w+ \(/i)
        }
      }
    },
  )
})
