import { expect, it } from 'vitest'
import { createAccount } from '../../server/account/operator.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()

it('is offered to a new person until it has ended, in every session', async () => {
  const ayse = await plak.harness.register('ayse')
  const phone = await plak.harness.login(ayse)
  expect(await ayse.client.auth.me.query()).not.toHaveProperty('isWelcomed')
  const welcomed = { nickname: 'ayse', avatar: null, bio: null, isWelcomed: true }
  expect(await ayse.client.users.welcome.mutate()).toEqual(welcomed)
  expect(await ayse.client.users.welcome.mutate()).toEqual(welcomed)
  for (const { client } of [ayse, phone, await plak.harness.login(ayse)])
    expect(await client.auth.me.query()).toEqual(welcomed)
  expect(await ayse.client.users.update.mutate({ bio: 'Me.' })).toEqual({ ...welcomed, bio: 'Me.' })
})

it('is offered to those whom an operator has let in, and not to those who were here before it existed', async () => {
  await createAccount(plak.server.deps, { nickname: 'let_in', email: 'let_in@plak.example' })
  await plak.server.deps.db.user.create({ data: { nickname: 'early', email: 'early@plak.example' } })
  const people = await plak.server.deps.db.user.findMany({
    select: { nickname: true, isWelcomed: true },
    orderBy: { nickname: 'asc' },
  })
  expect(people).toEqual([
    { nickname: 'early', isWelcomed: true },
    { nickname: 'let_in', isWelcomed: false },
  ])
})
