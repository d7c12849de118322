import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { tidy } from '../../server/maintenance/retention.ts'
import { limits } from '../../shared/limits.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

// A browser that does not know whether a change has arrived sends it again, possibly days later, and gets the first answer.

const DAY = 24 * 60 * 60 * 1000
let clock = 0
const plak = runProduct({ now: () => new Date(Date.now() + clock) })
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
let owner: Person
let submission: string
beforeEach(async () => {
  clock = 0
  submission = randomUUID()
  owner = await plak.harness.register('owner')
})
const log = () => owner.client.logs.mine.query(homogenic)

describe('a repeated submission', () => {
  it('of a saving does not undo what was written since', async () => {
    const save = () => owner.client.logs.save.mutate({ ...homogenic, rating: 8, submission })
    const first = await save()
    await owner.client.logs.save.mutate({ ...homogenic, rating: 3 })
    expect(await save()).toEqual(first)
    expect(await log()).toMatchObject({ listens: 1, log: { rating: 3 } })
  })

  it('of a saving succeeds, although its version is old', async () => {
    const { id, version } = await owner.client.logs.save.mutate({ ...homogenic, rating: 8 })
    const edit = () =>
      owner.client.logs.save.mutate({ ...homogenic, id, version, review: 'Cold.', submission })
    const saved = await edit()
    expect(saved.version).toBeGreaterThan(version)
    expect(await edit()).toEqual(saved)
  })

  it('of a saving that took an album off Listen later says so again', async () => {
    await owner.client.listenLater.set.mutate({ ...homogenic, wanted: true })
    const save = () => owner.client.logs.save.mutate({ ...homogenic, rating: 8, submission })
    const first = await save()
    expect(first.takenOff).toBeDefined()
    expect(await save()).toEqual(first)
  })

  it('of a saving with a text of the longest length gets the same answer', async () => {
    const review = '字'.repeat(limits.review)
    const save = () => owner.client.logs.save.mutate({ ...homogenic, review, submission })
    const first = await save()
    expect(await save()).toEqual(first)
  })

  it('of a new listening makes none, also after it was deleted', async () => {
    const add = () => owner.client.logs.add.mutate({ ...homogenic, submission })
    const first = await add()
    expect(await add()).toEqual(first)
    await owner.client.logs.remove.mutate({ id: first.id })
    expect(await add()).toEqual(first)
    expect(await log()).toMatchObject({ listens: 0 })
  })

  it('of a mark changes nothing', async () => {
    const mark = () => owner.client.logs.setListened.mutate({ ...homogenic, listened: true, submission })
    expect(await mark()).toEqual({ listened: true, rated: false })
    await owner.client.logs.setListened.mutate({ ...homogenic, listened: false })
    expect(await mark()).toEqual({ listened: true, rated: false })
    expect(await log()).toMatchObject({ listens: 0 })
  })

  it('of a heart leaves it as it is now', async () => {
    const heart = () => owner.client.favorites.set.mutate({ ...homogenic, favorite: true, submission })
    expect(await heart()).toEqual({ favorite: true })
    await owner.client.favorites.set.mutate({ ...homogenic, favorite: false })
    expect(await heart()).toEqual({ favorite: true })
    expect(await log()).toMatchObject({ favorite: false })
    expect(
      await owner.client.favorites.set.mutate({ ...homogenic, favorite: false, submission }),
      'whatever it says now',
    ).toEqual({ favorite: true })
  })

  it('of a mark that was taken off an unknown album leaves a later listening', async () => {
    const unmark = () => owner.client.logs.setListened.mutate({ ...homogenic, listened: false, submission })
    const first = await unmark()
    await owner.client.logs.add.mutate({ ...homogenic, submission: crypto.randomUUID() })
    expect(await unmark()).toEqual(first)
    expect(await log()).toMatchObject({ listens: 1 })
  })

  it('of a row of a list does not bring it back', async () => {
    const { id } = await owner.client.lists.create.mutate({
      name: 'Rainy days',
      albums: [homogenic],
      submission,
    })
    const add = () => owner.client.lists.setAlbum.mutate({ id, ...dummy, contained: true, submission })
    const first = await add()
    expect(first).toMatchObject({ albumCount: 2 })
    await owner.client.lists.setAlbum.mutate({ id, ...dummy, contained: false })
    expect(await add()).toEqual(first)
    expect(await owner.client.lists.get.query({ id })).toMatchObject({ albumCount: 1 })
  })

  it('of a comment makes none, also after it was deleted', async () => {
    const { id } = await owner.client.lists.create.mutate({
      name: 'Rainy days',
      albums: [homogenic],
      submission,
    })
    const thread = { list: id }
    const say = (text: string) => owner.client.comments.add.mutate({ thread, text, submission })
    const first = await say('Lovely.')
    const { comment } = first
    expect(await say('Lovely.')).toEqual(first)
    expect((await refusal(say('Awful.'))).code).toBe('CONFLICT')
    await owner.client.comments.remove.mutate({ id: comment.id })
    expect((await refusal(say('Awful.'))).code).toBe('CONFLICT')
    expect(await say('Lovely.')).toEqual(first)
    expect((await owner.client.comments.list.query({ thread })).items).toEqual([])
  })

  it('gets the first answer also when its place is gone', async () => {
    const guest = await plak.harness.register('guest')
    const create = { name: 'Rainy days', albums: [homogenic], submission: randomUUID() }
    const { id } = await owner.client.lists.create.mutate(create)
    const say = () => guest.client.comments.add.mutate({ thread: { list: id }, text: 'Lovely.', submission })
    const add = () => owner.client.lists.setAlbum.mutate({ id, ...dummy, contained: true, submission })
    const [comment, row] = [await say(), await add()]
    await owner.client.lists.remove.mutate({ id })
    expect(await say()).toEqual(comment)
    expect(await add()).toEqual(row)
    const another = { thread: { list: id }, text: 'Lovely.', submission: randomUUID() }
    expect((await refusal(guest.client.comments.add.mutate(another))).code).toBe('NOT_FOUND')
  })

  it('gets the first answer also while the catalogue is away', async () => {
    const changes = [
      () => owner.client.logs.add.mutate({ ...homogenic, submission }),
      () => owner.client.logs.save.mutate({ ...homogenic, rating: 8, submission }),
      () => owner.client.logs.setListened.mutate({ ...homogenic, listened: true, submission }),
      () => owner.client.favorites.set.mutate({ ...homogenic, favorite: true, submission }),
    ]
    const answers = []
    for (const change of changes) answers.push(await change())
    await plak.server.deps.db.album.updateMany({ data: { key: 'elsewhere', artist: 'X', name: 'Elsewhere' } })
    // The cached answers of the catalogue have expired.
    clock = 9 * DAY
    plak.server.demo.misbehave({ fault: 'offline' })
    const another = { ...homogenic, submission: randomUUID() }
    expect((await refusal(owner.client.logs.add.mutate(another))).code).toBe('SERVICE_UNAVAILABLE')
    for (const [index, change] of changes.entries()) expect(await change()).toEqual(answers[index])
  })

  it('is one change when both are sent at once', async () => {
    await owner.client.logs.save.mutate({ ...homogenic, rating: 2 })
    const { version } = (await log()).log!
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        owner.client.logs.save.mutate({ ...homogenic, rating: 8, version, submission }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.version))).toEqual(new Set([version + 1]))
  })
})

it('a refused change can be sent again', async () => {
  const { id, version } = await owner.client.logs.save.mutate({ ...homogenic, rating: 8 })
  await owner.client.logs.save.mutate({ ...homogenic, rating: 9 })
  const edit = { ...homogenic, id, rating: 1, submission }
  expect((await refusal(owner.client.logs.save.mutate({ ...edit, version }))).code).toBe('CONFLICT')
  expect(await owner.client.logs.save.mutate(edit)).toMatchObject({ rating: 1 })
})

it('an id means nothing for another person, and nothing in another procedure', async () => {
  const other = await plak.harness.register('other')
  const first = await owner.client.logs.add.mutate({ ...homogenic, submission })
  const second = await other.client.logs.add.mutate({ ...homogenic, submission })
  expect(second.id).not.toBe(first.id)
  expect(await owner.client.favorites.set.mutate({ ...dummy, favorite: true, submission })).toEqual({
    favorite: true,
  })
})

it('is remembered for 30 days', async () => {
  const save = () => owner.client.logs.save.mutate({ ...homogenic, rating: 8, submission })
  await save()
  clock = 30 * DAY - 60_000
  await owner.client.logs.save.mutate({ ...homogenic, rating: 3 })
  expect(await tidy(plak.server.deps)).toMatchObject({ submissions: 0 })
  expect(await save()).toMatchObject({ rating: 8 })
  expect(await log()).toMatchObject({ log: { rating: 3 } })
  clock = 30 * DAY + 60_000
  expect(await tidy(plak.server.deps)).toMatchObject({ submissions: 1 })
})
