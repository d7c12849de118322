import { describe, expect, it } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { homogenic, makeList, review, say, setUp } from './world.ts'

const world = setUp()
type Thread = { list: number } | { review: number }
type Hide = (owner: Person, thread: Thread) => Promise<unknown>
const nowhere = 2 ** 31 - 1

const suggested = async ({ client }: Person, thread: Thread) =>
  (await client.notifications.suggest.query({ query: '', thread })).map(({ nickname }) => nickname)

const hideReview = (owner: Person, more: object) => owner.client.logs.save.mutate({ ...homogenic, ...more })
async function hideList({ client }: Person, { list: id }: { list: number }) {
  const { version, name } = await client.lists.get.query({ id })
  await client.lists.save.mutate({ id, version, name, albums: [homogenic], visibility: 'me' })
}
const disable = ({ nickname }: Person) => disableAccount(world.server.deps, nickname)

describe('who comments is suggested to readers of a', () => {
  it.each<[thing: string, write: (owner: Person) => Promise<Thread>, hide: Hide]>([
    ['review, until its text is deleted', review, (owner) => hideReview(owner, { review: '' })],
    ['review, until nobody else can see it', review, (owner) => hideReview(owner, { visibility: 'me' })],
    ['review, until its author is disabled', review, disable],
    ['list, until nobody else can see it', makeList, (owner, list) => hideList(owner, list as never)],
    ['list, until its author is disabled', makeList, disable],
  ])('%s', async (_, write, hide) => {
    const [owner, guest, reader] = await world.people('owner', 'guest', 'reader')
    const thread = await write(owner!)
    await say(guest!, thread)
    expect(await suggested(reader!, thread)).toEqual(['guest'])
    await hide(owner!, thread)
    const missing = 'list' in thread ? { list: nowhere } : { review: nowhere }
    expect(await suggested(reader!, thread)).toEqual(await suggested(reader!, missing))
  })
})
