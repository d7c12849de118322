import { threadOf } from '../../shared/comments.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../lib/db.ts'

type UserUpdated = PlakEvent<'user.updated'>
type UserChanged = PlakEvent<'user.changed'>

/** The public words for it: a page knows people by nickname. */
export const userChanged = ({ nickname, user }: UserUpdated): UserChanged => ({
  type: 'user.changed',
  nickname,
  user,
})

/**
 * What a page hears beside the topic of its own thing: that a person whom it may show has another nickname or picture.
 * One event tells it to all processes, however much a person has written; each process asks once where that person
 * stands, and only the pages there are told.
 */
export function withPeople(deps: Pick<Deps, 'db'>, topicOf: () => string | Promise<string>) {
  let topic = ''
  return {
    async topics() {
      topic = await topicOf()
      return [topic, topics.people()]
    },
    async heed(event: PlakEvent, id: string): Promise<UserChanged | null> {
      if (event.type !== 'user.updated') return null
      return (await placesOf(deps, event, id)).has(topic) ? userChanged(event) : null
    },
  }
}

/** The latest answers of a process by the ids of the events: all its streams hear one event at nearly one time. */
const answers = new WeakMap<Db, Map<string, Promise<ReadonlySet<string>>>>()
const KEPT = 5

function placesOf({ db }: Pick<Deps, 'db'>, event: UserUpdated, id: string): Promise<ReadonlySet<string>> {
  const known = answers.get(db) ?? new Map<string, Promise<ReadonlySet<string>>>()
  answers.set(db, known)
  const answer = known.get(id)
  if (answer) return answer
  const asked = readPlaces(db, event.id)
  known.set(id, asked)
  // Who asks again after a failure is not given the failure.
  asked.catch(() => known.delete(id))
  for (const old of known.keys()) if (known.size > KEPT) known.delete(old)
  return asked
}

/** The topics of all pages that show a person: their lists, the threads they wrote in, the albums they reviewed. */
async function readPlaces(db: Db, userId: number): Promise<ReadonlySet<string>> {
  const [lists, threads, albums] = await Promise.all([
    db.$queryRaw<{ id: number }[]>`SELECT id FROM List WHERE userId = ${userId}`,
    db.$queryRaw<{ listId: number | null; logId: number | null }[]>`
      SELECT DISTINCT listId, logId FROM Comment WHERE userId = ${userId}`,
    db.$queryRaw<{ key: string }[]>`
      SELECT a.\`key\` FROM Log l JOIN Album a ON a.id = l.albumId
      WHERE l.userId = ${userId} AND l.reviewedAt IS NOT NULL`,
  ])
  return new Set([
    ...lists.map(({ id }) => topics.list(id)),
    ...threads.map((row) => topics.thread(threadOf(row))),
    ...albums.map(({ key }) => topicOfKey(key)),
  ])
}
