import { beforeEach, expect, it } from 'vitest'
import { tokenCalls } from '../../server/core/limits.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { callWith, makeToken } from './calls.ts'

const plak = runProduct({ settings: { LIMITS_FACTOR: '1' } })
let person: Person
beforeEach(async () => {
  person = await plak.harness.register('ayse')
})

const stateOf = (headers: Headers) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => headers.get(name))
const reset = expect.stringMatching(/^([1-9]|[1-5]\d|60)$/)

it('a token has 300 calls a minute, told with each answer, refusals included', async () => {
  const { token, id } = await makeToken(person)
  const call = (procedure = 'auth.me') => callWith(plak.server.url, procedure, { token })
  expect(stateOf((await call()).headers)).toEqual(['300', '299', reset])
  expect(stateOf((await call('tokens.mine')).headers)).toEqual(['300', '298', reset])
  const batch = await fetch(`${plak.server.url}/trpc/auth.me,auth.me,auth.me?batch=1&input={}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(stateOf(batch.headers)).toEqual(['300', '295', reset])

  for (const [path, left] of [
    ['auth.me%2Cauth.me%2cauth.me', '292'],
    ['auth.me%252Cauth.me,auth.me', '289'],
    ['auth.me%2Cauth.me%', '289'],
  ] as const) {
    const { headers } = await fetch(`${plak.server.url}/trpc/${path}?batch=1&input={}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (left !== '289') expect(stateOf(headers), path).toEqual(['300', left, reset])
  }

  await plak.server.deps.limit(tokenCalls).take(`token-${id}`, 289)
  const refused = await call()
  expect(refused).toMatchObject({ status: 429, id: 'tooManyRequests' })
  expect(stateOf(refused.headers)).toEqual(['300', '0', reset])
  expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-ratelimit-reset'))

  // Another token of the same person, and the person in the browser.
  const other = await makeToken(person)
  expect((await callWith(plak.server.url, 'auth.me', { token: other.token })).status).toBe(200)
  expect(await person.client.auth.me.query()).toMatchObject({ nickname: 'ayse' })
})

it('an answer of the API tells the state of the limit, whatever it is about', async () => {
  const { token, id } = await makeToken(person)
  const call = (method: string, path: string) =>
    fetch(`${plak.server.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  for (const [index, [method, path, status]] of (
    [
      ['GET', '/me', 200],
      ['GET', '/openapi.json', 200],
      ['GET', '/nothing', 404],
      ['POST', '/nothing', 404],
      ['PUT', '/lists', 405],
      ['PROPFIND', '/lists', 405],
    ] as const
  ).entries()) {
    const { headers, status: answered } = await call(method, path)
    expect([answered, ...stateOf(headers)], `${method} ${path}`).toEqual([
      status,
      '300',
      String(299 - index),
      reset,
    ])
  }
  await plak.server.deps.limit(tokenCalls).take(`token-${id}`, 294)
  for (const path of ['/openapi.json', '/nothing']) expect((await call('GET', path)).status, path).toBe(429)
})
