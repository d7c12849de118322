import { deleteComment, getComment } from '../../comments/mutations.ts'
import { change } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import { notFound } from '../../lib/errors.ts'
import { removeList } from '../../lists/mutations.ts'
import { removeReview } from '../../logs/mutations.ts'
import { Misunderstood, wholeNumber, type Task } from './task.ts'

/** Deletes a thing as its owner would, so that open pages and counts are updated. Returns the owner's id. */
type Remove = (deps: Deps, id: number) => Promise<number>

const kinds: Record<string, Remove> = {
  async comment(deps, id) {
    const comment = await getComment(deps, id)
    await change(deps, (write) => deleteComment(write, comment))
    return comment.authorId
  },
  async review(deps, id) {
    const row = await deps.db.log.findUnique({ where: { id }, select: { userId: true } })
    if (!row) throw notFound('logs.reviewNotFound')
    const place = { ownerId: row.userId, id }
    await change(deps, (write) => removeReview(write, place))
    return row.userId
  },
  async list(deps, id) {
    const row = await deps.db.list.findUnique({ where: { id }, select: { userId: true } })
    if (!row) throw notFound('lists.notFound')
    await removeList(deps, { id: row.userId }, { id })
    return row.userId
  },
}

export const removeThing: Task = {
  words: 'comment|review|list {id}',
  does: 'removes one by the number in its address, as its owner could; of a review only the text',
  async run(deps, { words: [name = '', number = ''] }) {
    const remove = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!remove) throw new Misunderstood(`There is no '${name}' to remove: use comment, review or list.`)
    const id = wholeNumber(number, 'The id')
    const owner = await remove(deps, id)
    return {
      said: `The ${name} ${id} is removed.`,
      data: { removed: name, id },
      changed: { subject: owner, detail: { thing: name, id } },
    }
  },
}
