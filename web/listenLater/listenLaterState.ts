import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { ListenLaterEvent } from '../../shared/events.ts'
import type { ListenLaterItem, ListenLaterPage } from '../../shared/listenLater.ts'
import { positionBetween, readPlace } from '../../shared/listenLaterPlace.ts'
import { mergeRows, withLatest, type Latest, type Numbered } from '../lib/liveRows.ts'

export type NumberedPage = Numbered<ListenLaterPage>

/** Pending move of an album to a position; null removes it. */
type Move = { number: number; position: number | null }

export type LiveState = {
  latest: ReadonlyMap<string, Latest<ListenLaterItem>>
  /** override pages and events until the server has responded */
  moves: ReadonlyMap<string, Move>
  reset: number
}

export const initialState: LiveState = { latest: new Map(), moves: new Map(), reset: 0 }

export const keyOf = ({ artist, name }: AlbumCard): string => albumKey({ artist, album: name })

export function applyEvent(state: LiveState, at: number, event: ListenLaterEvent): LiveState {
  const receive = (album: AlbumCard, row: ListenLaterItem | null) => ({
    ...state,
    latest: withLatest(state.latest, keyOf(album), { row, at }),
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

export const requestMove = (state: LiveState, key: string, move: Move): LiveState => ({
  ...state,
  moves: new Map(state.moves).set(key, move),
})

/** Ends a move after its response or error, unless a later one has replaced it. */
export function settleMove(state: LiveState, key: string, number: number): LiveState {
  if (state.moves.get(key)?.number !== number) return state
  const moves = new Map(state.moves)
  moves.delete(key)
  return { ...state, moves }
}

const reaches = ({ next }: NumberedPage, { position }: ListenLaterItem): boolean => {
  const end = readPlace(next)
  return end === null || position <= end.position
}

export function readItems(pages: readonly NumberedPage[], { latest, moves }: LiveState): ListenLaterItem[] {
  const items = new Map<string, ListenLaterItem>()
  for (const { row } of mergeRows(pages, latest, { keyOf: ({ album }) => keyOf(album), reaches }))
    // An event can move an album beyond the last page.
    if (pages.some((page) => reaches(page, row))) items.set(keyOf(row.album), row)
  for (const [key, { position }] of moves) {
    const item = items.get(key)
    if (item && position === null) items.delete(key)
    else if (item) items.set(key, { ...item, position: position! })
  }
  // Stable sort: the page defines the order of albums with the same position.
  return [...items.values()].sort((a, b) => a.position - b.position)
}

export function placeAt(items: readonly ListenLaterItem[], from: number, to: number) {
  const rest = items.toSpliced(from, 1)
  const [upper, lower] = [rest[to - 1], rest[to]]
  const [above, below] = [upper?.position ?? null, lower?.position ?? null]
  // Without a free position the server renumbers all; until then the album gets the position of a neighbour.
  const position = positionBetween(above, below) ?? above ?? below ?? 0
  return { after: upper?.album, before: lower?.album, position }
}
