import { describe, expect, it } from 'vitest'
import { getComment, setCommentHidden } from '../../server/comments/mutations.ts'
import { change } from '../../server/core/change.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { add, disable, homogenic, setUpTalk, standing } from './talk.ts'

// The owner of a list or a review must not learn whether a comment that they do not see is hidden or deleted.

const talk = setUpTalk()
const remove = ({ client }: Person, id: number) => client.comments.remove.mutate({ id })
const block = ({ client }: Person, nickname: string) => client.people.block.mutate({ nickname })

/** Everything that hides the guest's comment from the owner. */
const ways: [way: string, hide: (id: number) => Promise<unknown>, canAuthorDelete: boolean][] = [
  ['whose author blocks the owner', () => block(talk.guest, 'owner'), true],
  ['whose author the owner blocks', () => block(talk.owner, 'guest'), true],
  ['that a moderator hid', hide, true],
  ['of a disabled author', () => disable(talk, 'guest'), false],
]

async function hide(id: number) {
  const { deps } = talk.one
  const comment = await getComment(deps, id)
  await change(deps, (write) => setCommentHidden(write, comment, true))
}

describe.each(ways)('a comment %s', (_, hideComment, canAuthorDelete) => {
  it.each(['list', 'review'] as const)(
    'cannot be deleted by the owner of its %s, like one that is deleted',
    async (kind) => {
      const deleted = await add(talk.guest, talk[kind], 'Deleted.')
      await remove(talk.guest, deleted.comment.id)
      const { comment } = await add(talk.guest, talk[kind], 'Hidden.')
      await hideComment(comment.id)
      const missing = await refusal(remove(talk.owner, deleted.comment.id))
      expect(missing).toMatchObject({ code: 'NOT_FOUND' })
      expect(await refusal(remove(talk.owner, comment.id))).toEqual(missing)
      expect(await standing(talk)).toEqual([{ text: 'Hidden.', thread: talk[kind] }])
      if (!canAuthorDelete) return
      await remove(talk.guest, comment.id)
      expect(await standing(talk)).toEqual([])
    },
  )

  it('is counted before a deletion only as far as the page counts it, and so are likes', async () => {
    const { owner, guest, review } = talk
    const { comment } = await add(guest, review)
    await add(owner, review)
    await guest.client.logs.like.mutate({ id: (review as { review: number }).review, liked: true })
    const counts = async () => {
      const [shown] = (await owner.client.logs.reviews.query(homogenic)).items
      const { comments, likes } = await owner.client.logs.holdings.query(homogenic)
      expect({ comments, likes }).toEqual({ comments: shown!.commentCount, likes: shown!.likeCount })
      return comments
    }
    expect(await counts()).toBe(2)
    await hideComment(comment.id)
    expect(await counts()).toBe(1)
  })

  it('does not keep an album without anything else from being unmarked', async () => {
    const { owner, guest, review } = talk
    const { comment } = await add(guest, review)
    await owner.client.logs.save.mutate({ ...homogenic, review: '' })
    const unmark = () => owner.client.logs.setListened.mutate({ ...homogenic, listened: false })
    expect(await refusal(unmark())).toMatchObject({ code: 'CONFLICT' })
    await hideComment(comment.id)
    expect(await unmark()).toMatchObject({ listened: false })
  })
})
