import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import { effectiveLevel, isNarrowed, sees, type Visibility } from '../../shared/visibility.ts'
import { isInThread, isVisible, isVisibleOf, NOBODY } from '../access/visibleTo.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { readEvent } from './encodedEvent.ts'
import type { LoggedEvent } from './eventLog.ts'

// An event contains the thing that it is about. That thing can be removed or hidden from some people later, so a replayed event
// is judged by the current state.

type Kind = 'log' | 'review' | 'list' | 'comment'
type Subject = { kind: Kind; id: number }

const shows: { [Type in EventType]?: (payload: EventPayloads[Type]) => Subject[] } = {
  'log.saved': ({ entry: { id, review } }) => [
    { kind: 'log', id },
    ...(review !== null ? [{ kind: 'review' as const, id }] : []),
  ],
  'review.saved': ({ review: { id } }) => [{ kind: 'review', id }],
  'list.saved': ({ list: { id } }) => [{ kind: 'list', id }],
  'comment.added': ({ comment: { id } }) => [{ kind: 'comment', id }],
  'comment.shown': ({ comment: { id } }) => [{ kind: 'comment', id }],
}

const removals: { [Type in EventType]?: Kind } = {
  'log.removed': 'log',
  'review.removed': 'review',
  'list.removed': 'list',
  'comment.removed': 'comment',
}

const nameOf = ({ kind, id }: Subject) => `${kind} ${id}`

type Limited = PlakEvent<'limited'>
const isLimited = (event: PlakEvent): event is Limited => event.type === 'limited'
const innerOf = (event: PlakEvent): PlakEvent => (isLimited(event) ? (event.event as PlakEvent) : event)

const subjectsOf = (event: PlakEvent): Subject[] => {
  const inner = innerOf(event)
  return (shows[inner.type] as ((payload: PlakEvent) => Subject[]) | undefined)?.(inner) ?? []
}

/**
 * Returns the names of the things that an event shows, and the name of the thing that it removes, which earlier events can show.
 */
export function namesIn(event: PlakEvent): { shown: string[]; removed: string | null } {
  // For the people who can no longer see it, a limited event counts as a removal.
  const ending = isLimited(event) ? ((event.otherwise ?? event.event) as PlakEvent) : event
  const kind = removals[ending.type]
  return {
    shown: subjectsOf(event).map(nameOf),
    removed: kind ? nameOf({ kind, id: (ending as PlakEvent<'log.removed'>).id }) : null,
  }
}

const logs = (ids: number[]) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.userId as ownerId', 'l.visibility as level', 'u.isPrivate'])
    .where('l.id', 'in', ids)
    .where(isVisible)
const lists = (ids: number[]) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.userId as ownerId', 'l.visibility as level', 'u.isPrivate'])
    .where('l.id', 'in', ids)
    .where(isVisible)
const comments = (ids: number[]) =>
  kysely
    .selectFrom('Comment as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    .leftJoin('List as l', 'l.id', 'c.listId')
    .leftJoin('Log as r', 'r.id', 'c.logId')
    .innerJoin('User as o', (join) =>
      join.on((eb) => eb('o.id', '=', eb.fn.coalesce('l.userId', 'r.userId'))),
    )
    .select(['c.id', 'o.id as ownerId', 'o.isPrivate'])
    .select((eb) => eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'))
    .where('c.id', 'in', ids)
    .where(isInThread(NOBODY))
    // The text of a review can be removed; its comments stay stored.
    .where((eb) => eb.or([eb('r.id', 'is', null), eb('r.reviewedAt', 'is not', null)]))
    .where(isVisible)
    .where(isVisibleOf('o'))

type Shown = { id: number; ownerId: number; level: Visibility; isPrivate: boolean }

const readShown: Record<Kind, (db: Tx, ids: number[]) => Promise<Shown[]>> = {
  log: (db, ids) => rows(db, logs(ids)),
  review: (db, ids) => rows(db, logs(ids).where('l.reviewedAt', 'is not', null)),
  list: (db, ids) => rows(db, lists(ids)),
  comment: (db, ids) => rows(db, comments(ids)),
}

/** Event types on the topic of the owner's followers, which only followers receive. */
const forFollowers: ReadonlySet<EventType> = new Set(['log.saved'])

/** Returns an event adapted to the current level of the thing that it shows; null if nobody on its topic may see that. */
function adaptToLevel(event: LoggedEvent, read: PlakEvent, { ownerId, ...thing }: Shown): LoggedEvent | null {
  const level = effectiveLevel(thing.level, thing)
  if (forFollowers.has(read.type)) return sees('follower', level) ? event : null
  if (isLimited(read)) {
    // If the thing was opened to more people, another event was emitted for them; this one can contain counts that they may not
    // see.
    if (!isNarrowed(read.level, level)) return event
    const payload = { owner: ownerId, level, event: read.event, otherwise: read.otherwise }
    return { ...event, payload: JSON.stringify(payload) }
  }
  if (sees('stranger', level)) return event
  const payload = { owner: ownerId, level, event: read, otherwise: null }
  return { ...event, type: 'limited', payload: JSON.stringify(payload) }
}

/** Returns the missed events that may still be sent, in order. Reads the database once per kind of thing. */
export async function selectShown(db: Tx, missed: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const removedNames = new Set<string>()
  const idsByKind = new Map<Kind, Set<number>>()
  const candidates: { event: LoggedEvent; read: PlakEvent | null; names: string[] }[] = []
  for (const event of missed.toReversed()) {
    const isPlain =
      event.type !== 'limited' && !Object.hasOwn(shows, event.type) && !Object.hasOwn(removals, event.type)
    const read = isPlain ? null : readEvent(event)
    const names = read ? namesIn(read) : { shown: [], removed: null }
    const isGone = names.shown.some((name) => removedNames.has(name))
    if (names.removed !== null) removedNames.add(names.removed)
    if (isGone) continue
    for (const { kind, id } of read ? subjectsOf(read) : [])
      idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(id))
    candidates.push({ event, read, names: names.shown })
  }
  const things = new Map<string, Shown>()
  for (const [kind, ids] of idsByKind)
    for (const thing of await readShown[kind](db, [...ids])) things.set(nameOf({ kind, id: thing.id }), thing)
  return candidates
    .flatMap(({ event, read, names }) => {
      if (!names.every((name) => things.has(name))) return []
      const [name] = names
      return (name === undefined ? event : adaptToLevel(event, read!, things.get(name)!)) ?? []
    })
    .toReversed()
}
