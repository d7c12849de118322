import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { procedureTable } from './procedureTable.ts'
import {
  makeProcedureWorld,
  procedureRows,
  procedures,
  type Failure,
  type ProcedureWorld,
} from './procedureWorld.ts'

let world: ProcedureWorld
beforeAll(async () => {
  world = await makeProcedureWorld()
})
afterAll(() => world.close())

type Answer = { status: number; text: string; error?: Failure }

async function call(path: string, input: unknown, cookie?: string | null): Promise<Answer> {
  const isQuery = procedures.find(([name]) => name === path)![1]._def.type !== 'mutation'
  const text = input === undefined ? undefined : JSON.stringify(input)
  const query = isQuery && text !== undefined ? `?input=${encodeURIComponent(text)}` : ''
  const response = await fetch(`${world.server.url}/trpc/${path}${query}`, {
    ...(isQuery ? {} : { method: 'POST', body: text ?? '' }),
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  const body = await response.text()
  world.noteBackups(path, body)
  return { status: response.status, text: body, ...(JSON.parse(body) as Pick<Answer, 'error'>) }
}

it('the table has a row for every procedure, and none too many', () => {
  expect(Object.keys(procedureTable).toSorted()).toEqual(procedures.map(([path]) => path).toSorted())
})

describe.each(procedureRows)('%s', (path, { for: who, input, spends, status = 200 }) => {
  it(`is for ${who}`, async () => {
    const { owner, moderator, admin, harness } = world
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
    const other = await world.harness.login({
      nickname: 'other',
      email: '',
      password: 'other has a record player',
    })
    const { text } = await call(path, input, other.cookies.header())
    // Users can see their own address.
    expect(text.replaceAll('other@plak.example', '')).not.toMatch(
      /@plak\.example|argon2|passwordHash|userId|tokenHash/,
    )
  })
})
