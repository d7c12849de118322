import { threadOf } from '../../shared/comments.ts'
import { topics, type ControlEvent, type PlakEvent } from '../../shared/events.ts'
import type { Insider } from '../../shared/visibility.ts'
import { isSeenBy } from '../access/visibleTo.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'

type UserUpdated = PlakEvent<'user.updated'>
type UserChanged = PlakEvent<'user.changed'>

export const userChanged = ({ nickname, user }: UserUpdated): UserChanged => ({
  type: 'user.changed',
  nickname,
  user,
})

/**
 * Adds changes of users to a page's own topic. There is one event, however much a user has written. Each process reads once which
 * pages show that user, and only those receive it.
 */
export function withPeople(deps: Pick<Deps, 'db'>, topicOf: () => string | Promise<string>) {
  let topic = ''
  return {
    async topics() {
      topic = await topicOf()
      return [topic, topics.people()]
    },
    async transform(event: PlakEvent, id: string): Promise<UserChanged | ControlEvent | null> {
      if (event.type !== 'user.updated' && event.type !== 'user.disabled' && event.type !== 'user.audience')
        return null
      // A new nickname is only sent to pages that show the user to strangers: elsewhere it would reveal things that are not for
      // everyone.
      const reader = event.type === 'user.updated' ? 'stranger' : 'owner'
      if (!(await pagesOf(deps, { id: event.id, reader }, id)).has(topic)) return null
      return event.type === 'user.updated' ? userChanged(event) : { type: 'reset' }
    },
  }
}

/** By event id: all streams of a process receive an event at nearly the same time. */
const recent = new WeakMap<Db, Map<string, Promise<ReadonlySet<string>>>>()
const RECENT_EVENTS = 5

type Shown = { id: number; reader: Insider }
function pagesOf({ db }: Pick<Deps, 'db'>, subject: Shown, id: string): Promise<ReadonlySet<string>> {
  const results = recent.get(db) ?? new Map<string, Promise<ReadonlySet<string>>>()
  recent.set(db, results)
  const cached = results.get(id)
  if (cached) return cached
  const read = readPages(db, subject)
  results.set(id, read)
  // Do not cache failures.
  read.catch(() => results.delete(id))
  for (const old of results.keys()) if (results.size > RECENT_EVENTS) results.delete(old)
  return read
}

/** Reads the user's lists, the threads they wrote in, and the albums with a review that `reader` can see. */
async function readPages(db: Db, { id: userId, reader }: Shown): Promise<ReadonlySet<string>> {
  const [lists, threads, albums] = await Promise.all([
    rows(db, kysely.selectFrom('List').select('id').where('userId', '=', userId)),
    rows(
      db,
      kysely.selectFrom('Comment').select(['listId', 'logId']).distinct().where('userId', '=', userId),
    ),
    rows(
      db,
      kysely
        .selectFrom('Log as l')
        .innerJoin('Album as a', 'a.id', 'l.albumId')
        .select('a.key')
        .where('l.userId', '=', userId)
        .innerJoin('User as u', 'u.id', 'l.userId')
        .where('l.reviewedAt', 'is not', null)
        .where((eb) => eb.or([eb.lit(reader === 'owner'), eb('u.isPrivate', '=', false)]))
        .where(isSeenBy(reader)),
    ),
  ])
  return new Set([
    ...lists.map(({ id }) => topics.list(id)),
    ...threads.map((row) => topics.thread(threadOf(row))),
    ...albums.map(({ key }) => topicOfKey(key)),
  ])
}
