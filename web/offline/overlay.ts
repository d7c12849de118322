import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { OwnList } from '../../shared/lists.ts'
import type { AlbumState, CardState, Listen, OwnLog } from '../../shared/logs.ts'
import type { Waiting } from './waiting.ts'

// Shows waiting changes over the server's data. Refused changes are not shown.

/** True for waiting listenings and hearts of an album, and for its place in lists. */
export const isSameAlbum = (thing: Waiting, album: AlbumRef): boolean =>
  thing.state === 'waiting' && thing.procedure !== 'comments.add' && albumKey(thing.input) === albumKey(album)

/**
 * Leaves out hearts that were taken back. One that may have reached the server is sent before its opposite, because only both
 * together are nothing; waiting.ts deletes the others.
 */
export function withoutTakenBack(things: readonly Waiting[]): Waiting[] {
  const hidden = new Set<Waiting>()
  const lastOf = new Map<string, Waiting>()
  for (const thing of things) {
    if (thing.procedure !== 'favorites.set' || thing.state !== 'waiting') continue
    const key = albumKey(thing.input)
    const last = lastOf.get(key)
    const isTakenBack = last?.procedure === 'favorites.set' && last.input.favorite !== thing.input.favorite
    if (isTakenBack) {
      hidden.add(last).add(thing)
      lastOf.delete(key)
    } else lastOf.set(key, thing)
  }
  return things.filter((thing) => !hidden.has(thing))
}

export const withWaitingMarks = (marks: CardState, things: readonly Waiting[]): CardState =>
  things.reduce((state, thing) => ({ ...state, ...marksOf(thing) }), marks)

function marksOf(thing: Waiting): Partial<CardState> {
  switch (thing.procedure) {
    case 'favorites.set':
      return { favorite: thing.input.favorite }
    case 'logs.setListened':
      return thing.input.listened ? { listened: true } : { listened: false, rated: false }
    case 'logs.add':
    case 'logs.save': {
      const { favorite, rating, review, tags } = thing.input
      const isRated = Boolean(rating || review || tags?.length)
      return {
        listened: true,
        ...(favorite !== undefined && { favorite }),
        ...(isRated && { rated: true }),
      }
    }
    default:
      return {}
  }
}

export function withWaitingAlbum(list: OwnList, things: readonly Waiting[]): OwnList {
  const last = things.findLast(
    ({ procedure, input }) => procedure === 'lists.setAlbum' && input.id === list.id,
  )
  if (last?.procedure !== 'lists.setAlbum' || last.input.contained === list.contains) return list
  const { contained } = last.input
  return { ...list, contains: contained, albumCount: list.albumCount + (contained ? 1 : -1) }
}

export const isAddedTo = (thing: Waiting, list: number): boolean =>
  thing.procedure === 'lists.setAlbum' && thing.input.id === list && thing.input.contained

type LogFields = Pick<OwnLog, 'rating' | 'review' | 'date' | 'relisten' | 'visibility' | 'tags'>

/** Returns the fields of a listening that a waiting change sets. */
function fieldsOf(thing: Waiting): Partial<LogFields> {
  if (thing.procedure !== 'logs.add' && thing.procedure !== 'logs.save') return {}
  const { rating, review, date, relisten, visibility, tags } = thing.input
  const given = Object.entries({ rating, review, date, relisten, visibility, tags })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** The day on which a listening was made on the device, unless it names another one. */
function dayOf(thing: Waiting): string | null {
  if (thing.procedure === 'logs.setListened') return thing.input.date ?? null
  return thing.procedure === 'logs.add' || thing.procedure === 'logs.save'
    ? (thing.input.today ?? null)
    : null
}

const isEditOf = (thing: Waiting, id: number | undefined): boolean =>
  thing.procedure === 'logs.save' && thing.input.id === id

/** Returns what waiting savings change in a listening. */
export const waitingFields = (things: readonly Waiting[], id: number | undefined): Partial<LogFields> =>
  things
    .filter((thing) => isEditOf(thing, id))
    .reduce((fields, thing) => ({ ...fields, ...fieldsOf(thing) }), {})

/** Returns the listenings that waiting changes create; without an id, a saving changes the newest or creates the first. */
export function waitingListens(things: readonly Waiting[], count: number): Listen[] {
  const listens: Listen[] = []
  for (const thing of things) {
    const isFirst = count + listens.length === 0
    if (thing.procedure === 'logs.setListened' && !thing.input.listened) listens.length = 0
    else if (thing.procedure === 'logs.add' || (isFirst && creates(thing))) listens.push(listenOf(thing))
    else if (isEditOf(thing, undefined) && listens.length > 0) Object.assign(listens.at(-1)!, fieldsOf(thing))
  }
  return listens
}

const creates = (thing: Waiting) => thing.procedure === 'logs.setListened' || isEditOf(thing, undefined)

const listenOf = (thing: Waiting): Listen => ({
  id: -thing.madeAt,
  version: 0,
  rating: 0,
  review: null,
  date: dayOf(thing),
  relisten: false,
  tags: [],
  visibility: null,
  hidden: false,
  createdAt: new Date(thing.madeAt).toISOString(),
  ...fieldsOf(thing),
})

/** The heart and the newest listening of an album, with what waits. */
export function withWaitingState(state: AlbumState, things: readonly Waiting[]): AlbumState {
  const { favorite, listened } = withWaitingMarks(
    { favorite: state.favorite, listened: state.listens > 0, rated: false, listenLater: false },
    things,
  )
  const newest = waitingListens(things, state.listens).at(-1)
  const edited = state.log && { ...state.log, ...waitingFields(things, state.log.id) }
  const created = newest && {
    ...newest,
    review: newest.review ?? '',
    visibility: newest.visibility ?? state.defaultVisibility,
    favorite,
    updatedAt: newest.createdAt,
  }
  return { ...state, favorite, log: listened ? (created ?? edited) : null }
}
