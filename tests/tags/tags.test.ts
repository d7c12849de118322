import { beforeEach, describe, expect, it } from 'vitest'
import { texts } from '../../shared/texts.ts'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { addTagged, dummy, expectTrueCounts, homogenic, tagsSeenBy } from './tagged.ts'

const plak = runProduct({ now: () => now })
let owner: Person
let follower: Person
let stranger: Person
const now = new Date('2026-11-20T12:00:00Z')
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  follower = await plak.harness.register('follower')
  stranger = await plak.harness.register('stranger')
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
})

const add = (tags: string[], more: object = {}) => addTagged(owner, tags, more)
const tagsOf = (reader = owner) => tagsSeenBy(reader)
const counted = () => expectTrueCounts(plak.server)
const tagged = (tag: string, reader: Person = owner, cursor: string | null = null) =>
  reader.client.tags.listenings.query({ nickname: 'owner', tag, cursor })

describe('the tags of a listening', () => {
  it('are written with it, shown wherever it is, and stay where they are left out', async () => {
    const log = await add([' Late  night', 'Winter'], { review: 'Cold.', rating: 9 })
    expect(log.tags).toEqual(['Late night', 'Winter'])
    expect((await owner.client.logs.save.mutate({ ...homogenic, rating: 10 })).tags).toEqual(log.tags)
    expect((await owner.client.logs.mine.query(homogenic)).log?.tags).toEqual(log.tags)
    const pages = await Promise.all([
      stranger.client.logs.listens.query({ ...homogenic, nickname: 'owner' }),
      stranger.client.logs.reviews.query(homogenic),
      stranger.client.logs.reviewsBy.query({ nickname: 'owner' }),
      stranger.client.logs.diary.query({ nickname: 'owner' }),
      stranger.client.logs.listened.query({ nickname: 'owner' }),
      follower.client.activity.feed.query({}),
    ])
    for (const { items } of pages) expect(items).toMatchObject([{ tags: ['Late night', 'Winter'] }])
    await counted()
  })

  it('are set whole, by the first spelling, and a change of them is one of the listening', async () => {
    const first = await add(['Winter', 'WINTER', '', 'ｗｉｎｔｅｒ', 'jazz'])
    expect(first.tags).toEqual(['Winter', 'jazz'])
    const save = (tags: string[], more: object = {}) =>
      owner.client.logs.save.mutate({ ...homogenic, id: first.id, tags, ...more })
    // Another spelling of an existing tag changes nothing; the first spelling is shown.
    expect(await save(['winter', 'JAZZ'])).toMatchObject({ version: first.version, tags: ['Winter', 'jazz'] })
    expect(await save(['jazz', 'winter'])).toMatchObject({
      version: first.version + 1,
      tags: ['jazz', 'Winter'],
    })
    expect(await tagsOf()).toEqual(['jazz 1', 'Winter 1'])
    expect(await save(['dub'])).toMatchObject({ version: first.version + 2, tags: ['dub'] })
    expect(await tagsOf()).toEqual(['dub 1'])
    const stale = { version: first.version }
    expect(await refusal(save(['new'], stale))).toMatchObject({ message: texts.logs.changed })
    expect(await save(['Dub'], stale)).toMatchObject({ tags: ['dub'] })
    await save([])
    expect(await tagsOf()).toEqual([])
    await counted()
  })

  it('are ten of forty characters at most, refused at their field', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(40, 'x'))
    expect((await add([...ten, ten[0]!.toUpperCase()])).tags).toEqual(ten)
    for (const tags of [[...ten, 'eleven'], ['x'.repeat(41)], Array.from({ length: 101 }, () => 'x')])
      expect(await refusal(add(tags))).toMatchObject({ fields: { tags: expect.any(String) } })
    // Forty letters can become many more by normalization.
    const long = 'ﷺ'.repeat(40)
    expect((await add([long])).tags).toEqual([long])
    await counted()
  })

  it('follow its level and its day, and go with it', async () => {
    const log = await add(['winter'])
    await add(['winter'], { ...dummy, visibility: 'followers', date: '2026-11-01' })
    const save = (more: object) => owner.client.logs.save.mutate({ ...homogenic, id: log.id, ...more })
    for (const visibility of ['me', 'followers', 'everyone', 'me'] as const) {
      await save({ visibility, date: '2026-10-01' })
      await counted()
    }
    expect(await Promise.all([tagsOf(owner), tagsOf(follower), tagsOf(stranger)])).toEqual([
      ['winter 2'],
      ['winter 1'],
      [],
    ])
    await owner.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'followers' })
    await counted()
    expect(await tagsOf(follower)).toEqual(['winter 2'])
    await owner.client.logs.remove.mutate({ id: log.id })
    await counted()
    expect(await refusal(owner.client.logs.setListened.mutate({ ...dummy, listened: false }))).toMatchObject({
      message: texts.logs.rated,
    })
    await owner.client.logs.setListened.mutate({ ...dummy, listened: false, evenIfRated: true })
    expect(await tagsOf()).toEqual([])
    expect(await plak.server.deps.db.tag.count()).toBe(0)
  })

  it('make a card ask before its mark is taken off', async () => {
    await owner.client.logs.setListened.mutate({ ...homogenic, listened: true })
    const rated = async () => (await owner.client.logs.states.query({ albums: [homogenic] }))[0]!.rated
    expect(await rated()).toBe(false)
    await owner.client.logs.save.mutate({ ...homogenic, tags: ['winter'] })
    expect(await rated()).toBe(true)
  })
})

describe('the page of a tag', () => {
  it('is missing for whom it shows nothing, whatever the spelling', async () => {
    await add(['Kış'], { visibility: 'followers' })
    await add(['secret'], { ...dummy, visibility: 'me' })
    expect(await tagged('KIŞ', follower)).toMatchObject({
      tag: { name: 'Kış', count: 1 },
      items: [{ tags: ['Kış'] }],
    })
    expect(await tagged('secret')).toMatchObject({ items: [{ visibility: 'me' }] })
    const missing = await refusal(tagged('of nobody', stranger))
    expect(missing).toMatchObject({ message: texts.tags.notFound })
    for (const [tag, reader] of [
      ['kış', stranger],
      ['secret', follower],
      ['secret', stranger],
    ] as const)
      expect(await refusal(tagged(tag, reader))).toEqual(missing)
    expect(await refusal(tagged('x'.repeat(5_000)))).toEqual(missing)
  })

  it('pages through all of its listenings, newest first, with and without a day', async () => {
    const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    await add(['many'])
    const { id: tagId } = await plak.server.deps.db.tag.findFirstOrThrow()
    const { id: albumId } = await plak.server.deps.db.album.findFirstOrThrow()
    const day = (index: number) => (index % 5 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (index % 20))))
    const levels = ['everyone', 'followers', 'me'] as const
    for (let index = 0; index < 90; index++) {
      const [visibility, date] = [levels[index % 3]!, day(index)]
      const log = await plak.server.deps.db.log.create({
        data: { userId, albumId, visibility, date, tagCount: 1 },
      })
      await plak.server.deps.db.logTag.create({
        data: { logId: log.id, tagId, position: 0, visibility, date },
      })
    }
    await plak.server.deps.db.tag.update({
      where: { id: tagId },
      data: { everyoneCount: 31, followersCount: 30, meCount: 30 },
    })
    for (const [reader, count] of [
      [owner, 91],
      [follower, 61],
      [stranger, 31],
    ] as const) {
      const seen: { id: number; date: string | null }[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const { items, next, tag } = await tagged('many', reader, cursor)
        expect(tag.count).toBe(count)
        seen.push(...items)
        cursor = next
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(count)
      const sorted = seen.toSorted(
        (one, other) => (other.date ?? '').localeCompare(one.date ?? '') || other.id - one.id,
      )
      expect(seen).toEqual(sorted)
    }
    await counted()
  })
})

describe('the list of tags', () => {
  it('pages by name, with the counts that the reader may see', async () => {
    const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    const rows = Array.from({ length: 250 }, (_, index) => ({
      userId,
      key: `tag ${String(index).padStart(3, '0')}`,
      name: `${index % 2 ? 'Tag' : 'tag'} ${String(index).padStart(3, '0')}`,
      visibility: (['everyone', 'followers', 'me'] as const)[index % 3]!,
      everyoneCount: index % 3 === 0 ? 1 : 0,
      followersCount: index % 3 <= 1 ? 2 : 0,
      meCount: 4,
    }))
    await plak.server.deps.db.tag.createMany({ data: rows })
    for (const [reader, seen, count] of [
      [owner, 250, 7],
      [follower, 167, 3],
      [stranger, 84, 1],
    ] as const) {
      const names: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await reader.client.tags.list.query({ nickname: 'owner', cursor })
        if (cursor === '') expect(page.items[0]).toEqual({ name: 'tag 000', count })
        names.push(...page.items.map(({ name }) => name))
        cursor = page.next
      }
      expect(names).toHaveLength(seen)
      expect(names.map((name) => name.toLowerCase())).toEqual(
        [...new Set(names.map((name) => name.toLowerCase()))].toSorted(),
      )
    }
  })

  it('suggests one’s own that begin so, the most used first', async () => {
    await add(['Winter', 'wind', 'W_ld'])
    await add(['wind'], dummy)
    const suggest = (query: string, by = owner) => by.client.tags.suggest.query({ query })
    expect(await suggest('WI')).toEqual([
      { name: 'wind', count: 2 },
      { name: 'Winter', count: 1 },
    ])
    expect((await suggest('w_')).map(({ name }) => name)).toEqual(['W_ld'])
    expect(await suggest(' ')).toEqual([])
    expect(await suggest('wi', follower)).toEqual([])
  })
})

it('an export names the tags of each listening', async () => {
  await add(['late night', 'Winter'])
  await add([], dummy)
  const { data, tables } = await downloadData(plak.server.url, owner.cookies.header())
  expect(data.listenings.map(({ tags }) => tags)).toEqual([['late night', 'Winter'], []])
  expect(tables.get('listenings.csv')).toContain('"late night, Winter"')
})
