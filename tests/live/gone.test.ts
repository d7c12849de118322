import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import { topicOfAlbum } from '../../server/catalog/albums.ts'
import { change } from '../../server/core/change.ts'
import { makeBus, type Bus } from '../../server/live/bus.ts'
import { topics } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { homogenic, plantAlbums } from '../lists/albums.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'

// Deleted content is not replayed to a client that reconnects: neither from the memory of the process in which it happened, nor
// from the event log in the database, which a process reads that started later.

const plak = runProduct()
let author: Person

beforeEach(async () => {
  author = await plak.harness.register('author')
})

const WORD = 'a word that was taken back'
/** id in the event that marks the end of the missed ones */
let end = 2_000_000_000

/** Writes the word into everything; returns the positions of the pages that show it from before. */
async function publish() {
  const [album] = await plantAlbums(plak.server.deps, 1)
  const { id: list } = await author.client.lists.create.mutate({
    name: 'At first',
    albums: [album!],
    submission: randomUUID(),
  })
  const log = await author.client.logs.save.mutate({ ...homogenic, review: 'At first.' })
  await settled(plak.server.deps)
  const at = plak.server.deps.bus.last()
  await author.client.logs.save.mutate({ ...homogenic, review: WORD })
  await author.client.lists.save.mutate({ id: list, version: 1, name: WORD, albums: [album!] })
  const thread = { list }
  const { comment } = await author.client.comments.add.mutate({
    thread,
    text: WORD,
    submission: randomUUID(),
  })
  const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'author' } })
  const pages = [
    await topicOfAlbum(plak.server.deps, homogenic),
    topics.list(list),
    topics.thread(thread),
    topics.user(userId),
  ]
  return { at, pages, list, log: log.id, comment: comment.id }
}

/** Returns the events that a reconnecting subscription to the pages receives, as text. */
async function replay(bus: Bus, { at, pages }: Pick<Awaited<ReturnType<typeof publish>>, 'at' | 'pages'>) {
  const controller = new AbortController()
  const subscriber = bus.subscribe(pages, at, controller.signal)
  const events: object[] = []
  for (let next = await subscriber.next(); next; next = await subscriber.next()) {
    if (!('event' in next)) throw new Error('a reset')
    if (next.event.type === 'log.removed' && next.event.id === end) break
    events.push(next.event)
  }
  controller.abort()
  return JSON.stringify(events)
}

/** Returns the same from the process in which everything happened, and from one that started later. */
async function replays(published: Awaited<ReturnType<typeof publish>>) {
  end += 1
  await change(plak.server.deps, async ({ emit }) =>
    emit(published.pages[0]!, { type: 'log.removed', id: end }, null),
  )
  await settled(plak.server.deps)
  const { db, redis, log } = plak.server.deps
  const later = await makeBus({ db, redis, prefix: 'later:', log })
  const texts = [await replay(plak.server.deps.bus, published), await replay(later, published)]
  await later.close()
  return texts
}

describe('a client that comes back', () => {
  it('is shown what is still there, from memory as from the log', async () => {
    for (const text of await replays(await publish())) {
      expect(text.split(WORD)).toHaveLength(5)
      for (const type of ['review.saved', 'list.saved', 'comment.added', 'log.saved'])
        expect(text).toContain(type)
    }
  })

  it('receives that something was removed, but not its content', async () => {
    const published = await publish()
    await author.client.comments.remove.mutate({ id: published.comment })
    await author.client.lists.remove.mutate({ id: published.list })
    await author.client.logs.save.mutate({ ...homogenic, review: '' })
    for (const text of await replays(published)) {
      expect(text).not.toContain(WORD)
      for (const type of ['review.removed', 'list.removed', 'comment.removed']) expect(text).toContain(type)
    }
    // Writing a new review does not restore the old text.
    await author.client.logs.save.mutate({ ...homogenic, review: 'In other words.' })
    for (const text of await replays(published)) {
      expect(text).not.toContain(WORD)
      expect(text).toContain('In other words.')
    }
    await author.client.logs.remove.mutate({ id: published.log })
    for (const text of await replays(published)) expect(text).not.toContain('words')
  })

  it('is shown no comment under a review whose text was removed', async () => {
    const { pages, ...published } = await publish()
    const thread = { review: published.log }
    await author.client.comments.add.mutate({ thread, text: 'Under it.', submission: randomUUID() })
    const watched = { ...published, pages: [...pages, topics.thread(thread)] }
    for (const text of await replays(watched)) expect(text).toContain('Under it.')
    await author.client.logs.save.mutate({ ...homogenic, review: '' })
    for (const text of await replays(watched)) expect(text).not.toContain('Under it.')
  })

  it.each([
    ['disabled', () => disableAccount(plak.server.deps, 'author')],
    ['deleted', () => author.client.auth.deleteAccount.mutate({ password: author.password })],
  ])('is shown nothing of a person who is %s', async (_, leave) => {
    const published = await publish()
    await leave()
    for (const text of await replays(published)) expect(text).not.toMatch(/At first|taken back/)
  })

  it('an open page refetches what a disabled person showed there', async () => {
    const { at, list } = await publish()
    const heard: string[] = []
    const open = new Promise<void>((resolve) => {
      plak.harness.visitor().client.lists.live.subscribe(
        { id: list, lastEventId: at },
        {
          onData({ data }) {
            heard.push(data.type)
            if (data.type === 'reset') resolve()
            else void disableAccount(plak.server.deps, 'author')
          },
        },
      )
    })
    await open
    expect(heard).toEqual(['list.saved', 'reset'])
  })
})
