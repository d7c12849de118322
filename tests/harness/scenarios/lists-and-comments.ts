import { randomUUID } from 'node:crypto'
import type { CommentEvent, ListEvent } from '../../../shared/events.ts'
import { texts } from '../../../shared/texts.ts'
import { expectMatch, expectRefusal, listen } from '../expectations.ts'
import type { Scene } from '../scenario.ts'

const albums = [
  { artist: 'Miles Davis', album: 'Kind of Blue' },
  { artist: 'Joni Mitchell', album: 'Blue' },
]

/** A list with comments and likes, and a third user who has it open all the time. */
export async function scenario({ register, visitor, step }: Scene): Promise<void> {
  const [owner, guest] = await step('an owner and a guest register', () =>
    Promise.all([register('owner'), register('guest')]),
  )
  const onlooker = visitor()

  const submission = randomUUID()
  const list = await step('the owner makes a list, and a retry makes no second one', async () => {
    const wish = { name: 'All kinds of blue', description: 'Two of them', albums, submission }
    const made = await owner.client.lists.create.mutate(wish)
    expectMatch(await owner.client.lists.create.mutate(wish), { id: made.id })
    return made
  })
  const thread = { list: list.id }

  const { page, talk } = await step('somebody who is not signed in opens it', async () => {
    const shown = await onlooker.client.lists.get.query({ id: list.id })
    const { nickname } = owner
    expectMatch(shown, { name: 'All kinds of blue', albumCount: 2, owner: { nickname }, likeCount: 0 })
    const { items } = await onlooker.client.lists.albums.query({ id: list.id })
    expectMatch(
      items,
      albums.map(({ artist, album }) => ({ artist, name: album })),
    )
    const said = await onlooker.client.comments.list.query({ thread })
    expectMatch(said, { items: [], count: 0 })
    const { lists, comments } = onlooker.client
    const listFrom = { id: list.id, lastEventId: shown.live }
    const talkFrom = { thread, lastEventId: said.live }
    return {
      page: await listen<ListEvent>((hear) => lists.live.subscribe(listFrom, hear)),
      talk: await listen<CommentEvent>((hear) => comments.live.subscribe(talkFrom, hear)),
    }
  })

  await step('the guest likes the list, and the onlooker sees the count', async () => {
    await guest.client.lists.like.mutate({ id: list.id, liked: true })
    expectMatch(await page.soon('list.liked'), { id: list.id, likeCount: 1 })
  })

  const comment = await step('the guest says something, and the onlooker reads it', async () => {
    await guest.client.comments.add.mutate({ thread, text: 'And Bluets?', submission: randomUUID() })
    const heard = await talk.soon('comment.added')
    expectMatch(heard, { count: 1, comment: { text: 'And Bluets?', user: { nickname: guest.nickname } } })
    return heard.comment
  })

  await step('the owner likes what was said', async () => {
    await owner.client.comments.like.mutate({ id: comment.id, liked: true })
    expectMatch(await talk.soon('comment.liked'), { id: comment.id, likeCount: 1 })
  })

  await step('only its owner changes the list', async () => {
    const { version } = await owner.client.lists.draft.query({ id: list.id })
    const wish = { id: list.id, version, name: 'Shades of blue', albums: albums.slice(1) }
    await expectRefusal(guest.client.lists.save.mutate(wish), texts.lists.notFound)
    await owner.client.lists.save.mutate(wish)
    expectMatch(await page.soon('list.saved'), { list: { name: 'Shades of blue', albumCount: 1 } })
  })

  await step('the guest takes the comment back', async () => {
    await guest.client.comments.remove.mutate({ id: comment.id })
    expectMatch(await talk.soon('comment.removed'), { id: comment.id, count: 0 })
  })

  await step('the owner deletes the list, and it is gone for everybody', async () => {
    await owner.client.lists.remove.mutate({ id: list.id })
    expectMatch(await page.soon('list.removed'), { id: list.id })
    await expectRefusal(onlooker.client.lists.get.query({ id: list.id }), texts.lists.notFound)
  })
  page.stop()
  talk.stop()
}
