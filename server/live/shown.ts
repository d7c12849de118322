import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { isVisible, isVisibleOf } from '../visible.ts'
import { readEvent } from './encodedEvent.ts'
import type { LoggedEvent } from './eventLog.ts'

// An event carries the view of its subject. If that is removed afterwards, the event must not be replayed to clients that resume later.

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
}

/** The events that end what earlier ones show. */
const removals: { [Type in EventType]?: Kind } = {
  'log.removed': 'log',
  'review.removed': 'review',
  'list.removed': 'list',
  'comment.removed': 'comment',
}

const nameOf = ({ kind, id }: Subject) => `${kind} ${id}`

/** What an event shows. */
const subjectsOf = (event: PlakEvent): Subject[] =>
  (shows[event.type] as ((payload: PlakEvent) => Subject[]) | undefined)?.(event) ?? []

/** The names of what an event shows, and of what it removes, which earlier events may show under that name. */
export function namesIn(event: PlakEvent): { shown: string[]; removed: string | null } {
  const kind = removals[event.type]
  return {
    shown: subjectsOf(event).map(nameOf),
    removed: kind ? nameOf({ kind, id: (event as PlakEvent<'log.removed'>).id }) : null,
  }
}

const logs = (ids: number[]) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select('l.id')
    .where('l.id', 'in', ids)
    .where(isVisible)
const lists = (ids: number[]) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select('l.id')
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
    .select('c.id')
    .where('c.id', 'in', ids)
    .where(isVisible)
    .where(isVisibleOf('o'))

/** Reads which things of a kind are there, and may be seen. */
const readVisible: Record<Kind, (db: Tx, ids: number[]) => Promise<{ id: number }[]>> = {
  log: (db, ids) => rows(db, logs(ids)),
  review: (db, ids) => rows(db, logs(ids).where('l.reviewedAt', 'is not', null)),
  list: (db, ids) => rows(db, lists(ids)),
  comment: (db, ids) => rows(db, comments(ids)),
}

/** What of some missed events, in their order, may still be shown. Reads the database once for each kind of thing. */
export async function stillShown(db: Tx, missed: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const removed = new Set<string>()
  const wanted = new Map<Kind, Set<number>>()
  const kept: { event: LoggedEvent; names: string[] }[] = []
  for (const event of missed.toReversed()) {
    const isPlain = !Object.hasOwn(shows, event.type) && !Object.hasOwn(removals, event.type)
    const read = isPlain ? null : readEvent(event)
    const names = read ? namesIn(read) : { shown: [], removed: null }
    if (names.removed !== null) removed.add(names.removed)
    if (names.shown.some((name) => removed.has(name))) continue
    for (const { kind, id } of read ? subjectsOf(read) : [])
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
    kept.push({ event, names: names.shown })
  }
  const visible = new Set<string>()
  for (const [kind, ids] of wanted)
    for (const { id } of await readVisible[kind](db, [...ids])) visible.add(nameOf({ kind, id }))
  return kept
    .filter(({ names }) => names.every((name) => visible.has(name)))
    .map(({ event }) => event)
    .toReversed()
}
