import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { ACCOUNT } from '../../shared/account.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'

// A waiting change names the account that it was made with, so that no other account ever sends it.

const plak = runProduct()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
let owner: Person
let other: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  other = await plak.harness.register('other')
})
const accountOf = async ({ client }: Person) => (await client.auth.account.query()).account

const changes = {
  'logs.add': { ...homogenic, rating: 7 },
  'logs.save': { ...homogenic, rating: 7 },
  'logs.setListened': { ...homogenic, listened: true },
  'favorites.set': { ...homogenic, favorite: true },
  'lists.setAlbum': { ...homogenic, id: 1, contained: true },
  'comments.add': { thread: { list: 1 }, text: 'Lovely.' },
}

async function send(person: Person, procedure: string, account: string) {
  const response = await fetch(`${plak.server.url}/trpc/${procedure}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: person.cookies.header()!,
      [ACCOUNT]: account,
    },
    body: JSON.stringify({
      ...changes[procedure as keyof typeof changes],
      submission: randomUUID(),
    }),
  })
  const body = (await response.json()) as { error?: { data: { id: string } } }
  return { status: response.status, id: body.error?.data.id }
}

it('an account keeps its id when it is renamed, and shares it with no other', async () => {
  const account = await accountOf(owner)
  expect(account).toMatch(/^[\w-]{43}$/)
  expect(await accountOf(other)).not.toBe(account)
  await owner.client.users.update.mutate({ nickname: 'renamed', avatar: '', bio: '', links: [] })
  expect(await accountOf(owner)).toBe(account)
})

it.each(Object.keys(changes))('%s is refused in the session of another account', async (procedure) => {
  const account = await accountOf(owner)
  expect(await send(other, procedure, account)).toEqual({ status: 403, id: 'auth.otherAccount' })
  expect(await other.client.logs.mine.query(homogenic)).toMatchObject({ listens: 0, favorite: false })
})

it('a change of the own account is made', async () => {
  expect(await send(owner, 'favorites.set', await accountOf(owner))).toEqual({ status: 200, id: undefined })
  expect(await owner.client.logs.mine.query(homogenic)).toMatchObject({ favorite: true })
})

it('without a session it is the login that is required', async () => {
  const account = await accountOf(owner)
  await owner.client.auth.logout.mutate()
  const response = await fetch(`${plak.server.url}/trpc/favorites.set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ACCOUNT]: account },
    body: JSON.stringify({ ...changes['favorites.set'], submission: randomUUID() }),
  })
  expect(response.status).toBe(401)
})
