import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Person } from '../harness/client.ts'
import type { TestServer } from '../support/server.ts'

export const homogenic = { artist: 'Björk', album: 'Homogenic' }
export const dummy = { artist: 'Portishead', album: 'Dummy' }

export const addTagged = ({ client }: Person, tags: string[], more: object = {}) =>
  client.logs.add.mutate({ ...homogenic, submission: randomUUID(), tags, ...more })

/** Returns the tags of the user 'owner' with their counts, as seen by another user. */
export const tagsSeenBy = async ({ client }: Person) =>
  (await client.tags.list.query({ nickname: 'owner' })).items.map(({ name, count }) => `${name} ${count}`)

/** Compares the counts of the owner's tags with a recount of the listenings. */
export async function expectTrueCounts({ deps: { db } }: Pick<TestServer, 'deps'>) {
  const person = { user: { nickname: 'owner' } }
  const tags = await db.tag.findMany({
    where: person,
    include: { logs: { include: { log: true } } },
  })
  for (const { visibility, everyoneCount, followersCount, meCount, logs } of tags) {
    const count = (level: string) => logs.filter(({ log }) => log.visibility === level).length
    expect({ everyoneCount, followersCount, meCount }).toEqual({
      everyoneCount: count('everyone'),
      followersCount: count('followers'),
      meCount: count('me'),
    })
    expect(visibility).toBe(everyoneCount > 0 ? 'everyone' : followersCount > 0 ? 'followers' : 'me')
    expect(logs.length).toBeGreaterThan(0)
    for (const { log, ...copy } of logs)
      expect(copy).toMatchObject({ visibility: log.visibility, date: log.date })
  }
  for (const { tagCount, _count } of await db.log.findMany({
    where: person,
    select: { tagCount: true, _count: { select: { tags: true } } },
  }))
    expect(tagCount).toBe(_count.tags)
}
