import { expect, it } from 'vitest'
import { makeSeal } from '../../server/lib/seal.ts'

const [old, young] = ['a secret of last year, long enough', 'a secret of this year, long enough']

it('a sealed token opens for its owner alone, and not when a bit of it was changed', () => {
  const { seal, open } = makeSeal(young)
  const sealed = seal('token', 'SpotifyConnection:1')
  expect(open(sealed, 'SpotifyConnection:1')).toBe('token')
  expect(open(sealed, 'SpotifyConnection:2')).toBeNull()
  for (const place of [0, 4, 16, sealed.length - 1]) {
    const bent = sealed.slice()
    bent[place]! ^= 1
    expect(open(bent, 'SpotifyConnection:1')).toBeNull()
  }
  expect(open(new Uint8Array(), 'SpotifyConnection:1')).toBeNull()
  expect(seal('token', 'SpotifyConnection:1')).not.toEqual(sealed)
})

it('a changed secret decrypts what the previous one encrypted, and encrypts it with its own', () => {
  const sealed = makeSeal(old).seal('token', 'x')
  expect(makeSeal(young).open(sealed, 'x')).toBeNull()
  expect(makeSeal(young, old).open(sealed, 'x')).toBe('token')
  expect(makeSeal(old).open(makeSeal(young, old).seal('token', 'x'), 'x')).toBeNull()
})
