import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import { effectiveLevel, isNarrowed, sees, type Visibility } from '../../shared/visibility.ts'
import { isInThread, isVisible, isVisibleOf, NOBODY } from '../access/visibleTo.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { readEvent } from './encodedEvent.ts'
import type { LoggedEvent } from './eventLog.ts'

// An event carries what it is about. That may be taken away afterwards, or be for fewer people: then who comes back later gets to
// see it as it is judged now.

type Kind = 'log' | 'review' | 'list' | 'comment'
/** Something that events show: a log, its review … */
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

/** The events that end what earlier ones show. */
const removals: { [Type in EventType]?: Kind } = {
  'log.removed': 'log',
  'review.removed': 'review',
  'list.removed': 'list',
  'comment.removed': 'comment',
}

const nameOf = ({ kind, id }: Subject) => `${kind} ${id}`

type Limited = PlakEvent<'limited'>
const isLimited = (event: PlakEvent): event is Limited => event.type === 'limited'
/** The event that people are sent: one for some people alone carries it. */
const innerOf = (event: PlakEvent): PlakEvent => (isLimited(event) ? (event.event as PlakEvent) : event)

/** What an event shows. */
const subjectsOf = (event: PlakEvent): Subject[] => {
  const inner = innerOf(event)
  return (shows[inner.type] as ((payload: PlakEvent) => Subject[]) | undefined)?.(inner) ?? []
}

/** The names of what an event shows, and of what it removes, which earlier events may show under that name. */
export function namesIn(event: PlakEvent): { shown: string[]; removed: string | null } {
  // What is for fewer people from now on is removed for the others.
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

/** An existing thing, its owner, and who may see it. */
type Shown = { id: number; ownerId: number; level: Visibility; isPrivate: boolean }

/** Reads which things of a kind are there. */
const readShown: Record<Kind, (db: Tx, ids: number[]) => Promise<Shown[]>> = {
  log: (db, ids) => rows(db, logs(ids)),
  review: (db, ids) => rows(db, logs(ids).where('l.reviewedAt', 'is not', null)),
  list: (db, ids) => rows(db, lists(ids)),
  comment: (db, ids) => rows(db, comments(ids)),
}

/** The types of events that go to the owner's followers, whose topic is for them alone. */
const forFollowers: ReadonlySet<EventType> = new Set(['log.saved'])

/** An event as it may be sent now that what it shows has this level; null where nobody on its topic may see that. */
function judged(event: LoggedEvent, read: PlakEvent, { ownerId, ...shown }: Shown): LoggedEvent | null {
  const level = effectiveLevel(shown.level, shown)
  if (forFollowers.has(read.type)) return sees('follower', level) ? event : null
  if (isLimited(read)) {
    // A thing that was opened to more people was emitted again for them; this event can count what they do not see.
    if (!isNarrowed(read.level, level)) return event
    const payload = { owner: ownerId, level, event: read.event, otherwise: read.otherwise }
    return { ...event, payload: JSON.stringify(payload) }
  }
  if (sees('stranger', level)) return event
  const payload = { owner: ownerId, level, event: read, otherwise: null }
  return { ...event, type: 'limited', payload: JSON.stringify(payload) }
}

/** What of some missed events, in their order, may still be sent. Reads the database once for each kind of thing. */
export async function stillShown(db: Tx, missed: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const removed = new Set<string>()
  const wanted = new Map<Kind, Set<number>>()
  const kept: { event: LoggedEvent; read: PlakEvent | null; names: string[] }[] = []
  for (const event of missed.toReversed()) {
    const isPlain =
      event.type !== 'limited' && !Object.hasOwn(shows, event.type) && !Object.hasOwn(removals, event.type)
    const read = isPlain ? null : readEvent(event)
    const names = read ? namesIn(read) : { shown: [], removed: null }
    const isGone = names.shown.some((name) => removed.has(name))
    if (names.removed !== null) removed.add(names.removed)
    if (isGone) continue
    for (const { kind, id } of read ? subjectsOf(read) : [])
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
    kept.push({ event, read, names: names.shown })
  }
  const shown = new Map<string, Shown>()
  for (const [kind, ids] of wanted)
    for (const thing of await readShown[kind](db, [...ids])) shown.set(nameOf({ kind, id: thing.id }), thing)
  return kept
    .flatMap(({ event, read, names }) => {
      if (!names.every((name) => shown.has(name))) return []
      const [name] = names
      return (name === undefined ? event : judged(event, read!, shown.get(name)!)) ?? []
    })
    .toReversed()
}
