import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { isAccessToken, newAccessToken } from '../../server/tokens/secret.ts'
import { limits } from '../../shared/limits.ts'
import { texts as firstTexts } from '../../shared/texts.ts'
import { tokens as texts } from '../../shared/texts/default/tokens.ts'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { callWith, makeToken } from './calls.ts'

const DAY = 24 * 60 * 60_000

let person: Person
let ahead = 0
const plak = runProduct({ now: () => new Date(Date.now() + ahead) })
beforeEach(async () => {
  ahead = 0
  person = await plak.harness.register('ayse')
})
const mine = async (who = person) => (await who.client.tokens.mine.query()).tokens
type Input = Parameters<Person['client']['tokens']['create']['mutate']>[0]
const create = (input: Partial<Input> = {}) =>
  person.client.tokens.create.mutate({
    name: 'Script',
    scopes: ['read'],
    expires: 'days90',
    password: person.password,
    ...input,
  })

describe('a token', () => {
  it('is told its limit also while limits are turned off', async () => {
    const { token } = await makeToken(person)
    const { status, headers } = await callWith(plak.server.url, 'auth.me', { token })
    expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
      200,
      '300',
      '300',
    ])
  })

  it('is plak_, 43 letters and digits, and their CRC-32 in base 62', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    for (let index = 0; index < 50; index++) {
      const token = newAccessToken()
      const [, secret, checksum] = /^plak_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(token)!
      const value = checksum!.split('').reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
      expect(value).toBe(crc32(secret!))
      expect(isAccessToken(token)).toBe(true)
    }
  })

  it('is recognized with its checksum only', () => {
    const token = 'plak_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg37cCQ0'
    expect(isAccessToken(token)).toBe(true)
    for (const wrong of [
      token.replace('g', 'h'),
      token.toLowerCase(),
      token.slice(0, -1),
      `${token}0`,
      ` ${token}`,
      token.replace('plak_', 'ghp_'),
      '',
    ])
      expect(isAccessToken(wrong)).toBe(false)
  })
})

describe('creating one', () => {
  it('shows it once, and keeps only its hash', async () => {
    const { token, id } = await create({ name: '  My script ' })
    const [row] = await mine()
    expect(row).toEqual({
      id,
      name: 'My script',
      scopes: ['read'],
      lastFour: token.slice(-4),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
    })
    const stored = JSON.stringify(await plak.server.deps.db.token.findMany())
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(token.slice(5, 20))
  })

  it('asks for a proof', async () => {
    expect(await refusal(create({ password: undefined }))).toMatchObject({
      fields: { password: 'Please enter your password' },
    })
    expect(await refusal(create({ password: 'a wrong one' }))).toMatchObject({
      fields: { password: 'Wrong password' },
    })
    await plak.server.deps.db.user.updateMany({ data: { passwordHash: null } })
    ahead = 11 * 60_000
    expect((await refusal(create())).message).toBe(firstTexts.auth.signInAgain)
    ahead = 0
    await create()
    expect(await mine()).toHaveLength(1)
  })

  it('includes reading in writing, and lasts 90 days, a year or for ever', async () => {
    await create({ scopes: ['write'] })
    await create({ scopes: ['write', 'read'], expires: 'year' })
    await create({ expires: 'never' })
    const rows = (await mine()).toReversed()
    expect(rows.map(({ scopes }) => scopes)).toEqual([['read', 'write'], ['read', 'write'], ['read']])
    const days = rows.map(({ createdAt, expiresAt }) =>
      expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY,
    )
    expect(days).toEqual([90, 365, null])
  })

  it('needs a name of 1 to 50 characters and a scope', async () => {
    expect((await refusal(create({ name: '  ' }))).fields).toEqual({ name: texts.nameRequired })
    expect((await refusal(create({ name: 'x'.repeat(51) }))).fields).toEqual({ name: texts.nameLong })
    await create({ name: 'x'.repeat(50) })
    expect((await refusal(create({ scopes: [] }))).fields).toEqual({ scopes: texts.scopeRequired })
  })

  it('ends at 20, also of two at once', async () => {
    for (let index = 1; index < limits.tokens; index++) await makeToken(person)
    const outcomes = await Promise.allSettled([makeToken(person), makeToken(person)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await refusal(create())).message).toBe(texts.tooMany)
    await person.client.tokens.revoke.mutate({ id: (await mine())[0]!.id })
    await create()
  })

  it('does not count those that have expired', async () => {
    for (let index = 0; index < limits.tokens; index++) await makeToken(person)
    const { id } = (await mine())[0]!
    await plak.server.deps.db.token.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    await create()
    expect((await refusal(create())).message).toBe(texts.tooMany)
  })
})

describe('a list of tokens', () => {
  it('has one’s own, and none that is revoked', async () => {
    const other = await plak.harness.register('fatma')
    const { id } = await makeToken(other)
    expect(await mine()).toEqual([])
    expect((await refusal(person.client.tokens.revoke.mutate({ id }))).message).toBe(texts.gone)
    await other.client.tokens.revoke.mutate({ id })
    expect(await mine(other)).toEqual([])
    expect((await refusal(other.client.tokens.revoke.mutate({ id }))).message).toBe(texts.gone)
  })

  it('shows the last use to the minute, and an expired token for a month', async () => {
    const { token } = await makeToken(person)
    const use = () => callWith(plak.server.url, 'auth.me', { token })
    const lastUse = async () => (await mine())[0]!.lastUsedAt
    await use()
    const first = await lastUse()
    expect(Math.abs(Date.parse(first!) - Date.now())).toBeLessThan(60_000)
    await use()
    expect(await lastUse()).toBe(first)
    ahead = 61_000
    await use()
    expect(Date.parse((await lastUse())!) - Date.parse(first!)).toBeGreaterThan(60_000)
  })
})

it('the export has tokens without their hashes', async () => {
  const { token } = await create({ scopes: ['write'], expires: 'never' })
  const { data } = await downloadData(plak.server.url, person.cookies.header())
  const { tokens } = (data as unknown as { forReading: { tokens: object[] } }).forReading
  expect(tokens).toEqual([
    {
      name: 'Script',
      scopes: ['read', 'write'],
      lastFour: token.slice(-4),
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    },
  ])
})
