import { removeComment } from '../comments/mutations.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../lib/errors.ts'
import { removeList } from '../lists/mutations.ts'
import { removeReview } from '../logs/mutations.ts'
import { Misunderstood, wholeNumber, type Task } from './task.ts'

type Kind = { ownerOf: (deps: Deps, id: number) => Promise<number>; remove: typeof removeReview }

/** Each is removed as by its owner: open pages are updated, and counts stay right. */
const kinds: Record<string, Kind> = {
  comment: {
    async ownerOf({ db }, id) {
      const row = await db.comment.findUnique({ where: { id }, select: { userId: true } })
      if (!row) throw notFound('comments.notFound')
      return row.userId
    },
    remove: async (deps, owner, it) => void (await removeComment(deps, owner, it)),
  },
  review: {
    async ownerOf({ db }, id) {
      const row = await db.log.findUnique({ where: { id }, select: { userId: true } })
      if (!row) throw notFound('logs.reviewNotFound')
      return row.userId
    },
    remove: removeReview,
  },
  list: {
    async ownerOf({ db }, id) {
      const row = await db.list.findUnique({ where: { id }, select: { userId: true } })
      if (!row) throw notFound('lists.notFound')
      return row.userId
    },
    remove: async (deps, owner, it) => void (await removeList(deps, owner, it)),
  },
}

export const removeThing: Task = {
  words: 'comment|review|list {id}',
  does: 'removes one, by the number in its address, as its owner could; of a review the text alone',
  async run(deps, { words: [name = '', number = ''] }) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) throw new Misunderstood(`There is no '${name}' to remove, but comment, review and list.`)
    const id = wholeNumber(number, 'The id')
    const owner = await kind.ownerOf(deps, id)
    await kind.remove(deps, { id: owner }, { id })
    return {
      said: `The ${name} ${id} is removed.`,
      data: { removed: name, id },
      changed: { subject: owner, detail: { thing: name, id } },
    }
  },
}
