import { randomUUID } from 'node:crypto'
import type { Random } from './random.ts'
import { isRefusal, type World } from './world.ts'

/** The users who act, through calls that are retried until they are answered. */
export type Writers = {
  /** does this number of actions, distributed among all writers */
  act: (deeds: number) => Promise<void>
  /** one action of each kind whose event is certain, so that a client that has received these has received all */
  lastWords: () => Promise<void>
  /** acknowledged changes: the texts of existing comments, and who likes which of them */
  acknowledged: { comments: Map<number, string>; likes: Set<string> }
}

/** Number of comments beyond which a thread gets shorter rather than longer. */
const LONG = 60

export function makeWriters(world: World, random: Random): Writers {
  const { authors, insist, list, album, albums, restless } = world
  const comments = new Map<number, string>()
  const likes = new Set<string>()
  const reviews = new Map<string, number>()
  const logs = new Map<string, number>()
  let said = 0
  const word = (nickname: string) => `${nickname} says ${++said}`

  type Author = (typeof authors)[number]
  async function comment({ client, nickname }: Author) {
    const input = { thread: { list }, text: word(nickname), submission: randomUUID() }
    const { comment: added } = await insist(() => client.comments.add.mutate(input))
    comments.set(added.id, added.text)
  }
  async function uncomment({ client, nickname }: Author) {
    const own = [...comments].filter(([, text]) => text.startsWith(`${nickname} `))
    if (own.length === 0) return
    const [id] = random.pick(own)
    comments.delete(id)
    // Already deleted: an earlier attempt succeeded, and only its response was lost.
    await insist(() => client.comments.remove.mutate({ id })).catch(unlessRefusedWith('NOT_FOUND'))
  }
  async function like({ client, nickname }: Author) {
    const ids = [...comments.keys()]
    if (ids.length === 0) return
    const id = random.pick(ids)
    const name = `${id} ${nickname}`
    const liked = !likes.has(name)
    const change = () => (liked ? likes.add(name) : likes.delete(name))
    await insist(() => client.comments.like.mutate({ id, liked })).then(
      change,
      unlessRefusedWith('NOT_FOUND'),
    )
  }
  async function review({ client, nickname }: Author) {
    const text = random.below(5) === 0 ? '' : word(nickname)
    const { id } = await insist(() =>
      client.logs.save.mutate({ ...album, rating: random.below(11), review: text }),
    )
    if (text === '') reviews.delete(nickname)
    else reviews.set(nickname, id)
  }
  async function likeReview({ client }: Author) {
    const ids = [...reviews.values()]
    if (ids.length === 0) return
    const id = random.pick(ids)
    const liked = random.below(2) === 0
    await insist(() => client.logs.like.mutate({ id, liked })).catch(unlessRefusedWith('NOT_FOUND'))
  }
  async function commentReview({ client, nickname }: Author) {
    const ids = [...reviews.values()]
    if (ids.length === 0) return
    const input = { thread: { review: random.pick(ids) }, text: word(nickname), submission: randomUUID() }
    await insist(() => client.comments.add.mutate(input)).catch(unlessRefusedWith('NOT_FOUND'))
  }
  async function log({ client, nickname }: Author) {
    const which = random.pick(albums)
    const { id } = await insist(() =>
      client.logs.save.mutate({ ...which, rating: random.below(11), review: word(nickname) }),
    )
    logs.set(`${nickname} ${which.album}`, id)
  }
  async function unlog({ client, nickname }: Author) {
    const own = [...logs.keys()].filter((name) => name.startsWith(`${nickname} `))
    if (own.length === 0) return
    const name = random.pick(own)
    const id = logs.get(name)!
    logs.delete(name)
    await insist(() => client.logs.remove.mutate({ id })).catch(unlessRefusedWith('NOT_FOUND'))
  }

  const kinds = [
    comment,
    comment,
    comment,
    uncomment,
    like,
    like,
    like,
    like,
    review,
    review,
    likeReview,
    likeReview,
  ]
  const deeds = [...kinds, commentReview, log, log, log, unlog]
  const deed = () => (comments.size > LONG ? uncomment : random.pick(deeds))

  let follows = true
  async function turn() {
    follows = !follows
    const input = { nickname: authors[0]!.nickname, following: follows }
    await insist(() => restless.client.follows.set.mutate(input))
  }

  return {
    async act(count) {
      let left = count
      const busy = authors.map(async (author) => {
        while (left-- > 0) await deed()(author)
      })
      await Promise.all([...busy, turn()])
    },
    async lastWords() {
      for (const author of authors) {
        await comment(author)
        await insist(() => author.client.logs.save.mutate({ ...album, review: word(author.nickname) }))
        await log(author)
      }
    },
    acknowledged: { comments, likes },
  }
}

const unlessRefusedWith = (code: string) => (error: unknown) => {
  if (!isRefusal(error, code)) throw error
}
