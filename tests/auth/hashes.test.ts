import { expect, it } from 'vitest'
import { hashPassword } from '../../server/lib/crypto.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ usualHashes: true })

it('a password is hashed again at sign-in when the cost has changed, also for several at once', async () => {
  const person = await plak.harness.register('ayse')
  const { db } = plak.server.deps
  const stored = async () => (await db.user.findFirstOrThrow()).passwordHash
  const passwordHash = await hashPassword(person.password, { memoryCost: 64, timeCost: 1 })
  await db.user.updateMany({ data: { passwordHash } })
  const wrong = plak.harness.login({ ...person, password: 'not the password' })
  expect((await refusal(wrong)).message).toBe('Wrong password')
  expect(await stored()).toBe(passwordHash)
  await Promise.all(Array.from({ length: 4 }, () => plak.harness.login(person)))
  expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await plak.harness.login(person)
})
