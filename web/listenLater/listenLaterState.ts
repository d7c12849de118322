import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { ListenLaterEvent } from '../../shared/events.ts'
import type { ListenLaterItem, ListenLaterPage } from '../../shared/listenLater.ts'
import { positionBetween, readPlace } from '../../shared/listenLaterPlace.ts'

/**
 * The list is what the server's pages say, corrected by the events since. One sequence orders both: an event gets the next
 * number when it is received, a page the last number when it is requested. Over both stands what the person has just asked
 * for, until the server has answered.
 */
export type NumberedPage = ListenLaterPage & { requestedAt: number }

/** A pending move of an album to a position; null removes it. */
type Move = { number: number; position: number | null }

export type LiveState = {
  /** by album, its state in the last event, with the event's number; null for one that was removed */
  received: ReadonlyMap<string, { at: number; item: ListenLaterItem | null }>
  moves: ReadonlyMap<string, Move>
  /** the number of the last event because of which everything must be refetched */
  reset: number
}

export const initialState: LiveState = { received: new Map(), moves: new Map(), reset: 0 }

export const keyOf = ({ artist, name }: AlbumCard): string => albumKey({ artist, album: name })

/** Applies the event that was received as number `at`. */
export function applyEvent(state: LiveState, at: number, event: ListenLaterEvent): LiveState {
  const receive = (album: AlbumCard, item: ListenLaterItem | null) => ({
    ...state,
    received: new Map(state.received).set(keyOf(album), { at, item }),
  })
  switch (event.type) {
    case 'listenLater.placed':
      return receive(event.item.album, event.item)
    case 'listenLater.removed':
      return receive(event.album, null)
    case 'listenLater.renumbered':
    case 'reset':
      return { ...state, reset: at }
    case 'live':
      return state
  }
}

/** Shows an album at the requested position. */
export const requestMove = (state: LiveState, key: string, wanted: Move): LiveState => ({
  ...state,
  moves: new Map(state.moves).set(key, wanted),
})

/** Ends a move that was answered or refused, unless another one has followed. */
export function settleMove(state: LiveState, key: string, number: number): LiveState {
  if (state.moves.get(key)?.number !== number) return state
  const moves = new Map(state.moves)
  moves.delete(key)
  return { ...state, moves }
}

/** The number because of which the pages must be refetched; 0 when they were requested after it. */
export const refetchAfter = (pages: readonly NumberedPage[], { reset }: LiveState): number =>
  pages.some(({ requestedAt }) => requestedAt < reset) ? reset : 0

/** Whether a position stands above a page's end. */
const reaches = ({ next }: NumberedPage, { position }: ListenLaterItem): boolean => {
  const end = readPlace(next)
  return end === null || position <= end.position
}

/** The list as it is to be shown, as far as it is read: nothing twice. */
export function readItems(pages: readonly NumberedPage[], { received, moves }: LiveState): ListenLaterItem[] {
  const items = new Map<string, ListenLaterItem>()
  for (const { items: some, requestedAt } of pages) {
    for (const item of some) {
      const key = keyOf(item.album)
      if ((received.get(key)?.at ?? 0) <= requestedAt) items.set(key, item)
    }
  }
  for (const [key, { at, item }] of received) {
    const page = item && pages.find((one) => reaches(one, item))
    // Below the last page, or (received before its page was requested, and not in it) gone by now.
    if (page && at > page.requestedAt) items.set(key, item)
  }
  for (const [key, { position }] of moves) {
    const item = items.get(key)
    if (item && position === null) items.delete(key)
    else if (item) items.set(key, { ...item, position: position! })
  }
  // Stable: of two that share a position the page says which comes first.
  return [...items.values()].sort((a, b) => a.position - b.position)
}

/** The albums on either side of a place to which one is moved, and a position between them. */
export function placeAt(items: readonly ListenLaterItem[], from: number, to: number) {
  const others = items.toSpliced(from, 1)
  const [after, before] = [others[to - 1], others[to]]
  const [above, below] = [after?.position ?? null, before?.position ?? null]
  // Without room the server gives all of them other numbers; until then it stands beside its neighbour.
  const position = positionBetween(above, below) ?? above ?? below ?? 0
  return { after: after?.album, before: before?.album, position }
}
