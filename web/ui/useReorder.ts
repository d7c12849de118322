import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'

type Drag = {
  handle: HTMLElement
  rows: HTMLElement[]
  from: number
  to: number
  /** start position of each row, from the top of the list, and its height */
  places: { top: number; height: number }[]
  scroller: Element
  /** current position of the pointer, and the start positions of pointer and scroller */
  y: number
  startY: number
  startTop: number
  frame: number
}

/** Distance from an edge of the scroller, in pixels, within which a drag scrolls it. Scrolling is faster nearer to the edge. */
const EDGE = 110
const FASTEST = 22
const PAGE = 10

const keys: Record<string, (from: number, last: number) => number> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  PageUp: (from) => from - PAGE,
  PageDown: (from) => from + PAGE,
  Home: () => 0,
  End: (_, last) => last,
}

const rowsOf = (list: HTMLElement) => [...list.children] as HTMLElement[]
const handleOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-handle]')
const clamp = (index: number, last: number) => Math.min(Math.max(index, 0), last)

function scrollerOf(element: HTMLElement): Element {
  for (
    let ancestor = element.parentElement;
    ancestor && ancestor !== document.body;
    ancestor = ancestor.parentElement
  ) {
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor
  }
  return document.documentElement
}

/** The arrow keys must continue at the handle: a moved row loses the focus, and Safari does not focus a pressed button. */
function focusAgain(handle: HTMLElement, isMoved: boolean): void {
  // Browsers draw the ring only around an element that receives the focus.
  if (isMoved) handle.blur()
  handle.focus({ preventScroll: true, focusVisible: isMoved })
}

/**
 * A row is dragged by its element marked `data-handle`, or moved with the arrow keys, Page Up, Page Down, Home and End on it;
 * Escape cancels a drag. Spread the returned props on the list. The dragged row has `data-dragged`. A drag causes no rendering:
 * rows are only translated.
 */
export function useReorder(onMove: (from: number, to: number) => void) {
  const drag = useRef<Drag | null>(null)

  const end = () => {
    if (drag.current) release(drag.current)
    drag.current = null
  }
  useEffect(() => end, [])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = handleOf(event.target)
    if (event.button !== 0 || !handle || drag.current) return
    handle.setPointerCapture(event.pointerId)
    drag.current = beginDrag(event, handle)
    follow(drag.current)
  }
  const onPointerUp = ({ clientY }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    drag.current.y = clientY
    draw(drag.current)
    const { handle, from, to } = drag.current
    end()
    if (from !== to) flushSync(() => onMove(from, to))
    focusAgain(handle, from !== to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const handle = handleOf(event.target)
    if (!handle) return
    if (event.key === 'Escape' && drag.current) {
      // Keep the surrounding dialog open.
      event.stopPropagation()
      return end()
    }
    const key = keys[event.key]
    if (!key || drag.current) return
    event.preventDefault()
    const rows = rowsOf(event.currentTarget)
    const row = rows.find((element) => element.contains(handle))!
    const from = rows.indexOf(row)
    const to = clamp(key(from, rows.length - 1), rows.length - 1)
    if (to === from) return
    onMove(from, to)
    requestAnimationFrame(() => row.scrollIntoView({ block: 'nearest' }))
  }

  return {
    onPointerDown,
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
      if (drag.current) drag.current.y = clientY
    },
    onPointerUp,
    onPointerCancel: end,
    onKeyDown,
  }
}

function beginDrag(
  { currentTarget: list, clientY: y }: PointerEvent<HTMLElement>,
  handle: HTMLElement,
): Drag {
  const rows = rowsOf(list)
  const from = rows.findIndex((row) => row.contains(handle))
  const scroller = scrollerOf(list)
  rows[from]!.dataset.dragged = ''
  const places = rows.map(({ offsetTop, offsetHeight }) => ({ top: offsetTop, height: offsetHeight }))
  const { scrollTop: startTop } = scroller
  return { handle, rows, from, to: from, places, scroller, y, startY: y, startTop, frame: 0 }
}

function release({ rows, frame }: Drag) {
  cancelAnimationFrame(frame)
  for (const { style, dataset } of rows) {
    style.translate = ''
    style.transition = ''
    delete dataset.dragged
  }
}

/** Draws the drag at the pointer in every frame: near an edge the list continues to scroll while the pointer rests. */
function follow(drag: Drag) {
  scroll(drag)
  draw(drag)
  drag.frame = requestAnimationFrame(() => follow(drag))
}

function scroll({ scroller, y, startY }: Drag) {
  const isPage = scroller === document.documentElement
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
  const above = y < startY ? Math.max(EDGE - (y - top), 0) : 0
  const below = y > startY ? Math.max(EDGE - (bottom - y), 0) : 0
  const speed = Math.min((below - above) / EDGE, 1) * FASTEST
  if (Math.abs(speed) >= 1) scroller.scrollTop += speed
}

function draw(drag: Drag) {
  const { rows, places, from, to: previous, y, startY, scroller, startTop } = drag
  const by = y - startY + scroller.scrollTop - startTop
  const to = placeOf(drag, by)
  rows[from]!.style.translate = `0 ${by}px`
  if (to === previous) return
  const step = places[from]!.height
  for (let index = Math.min(from, to, previous); index <= Math.max(from, to, previous); index++) {
    const { style } = rows[index]!
    if (index === from) continue
    const makesWay = index > from && index <= to ? -step : index < from && index >= to ? step : 0
    style.transition = 'translate 160ms var(--ease-settle)'
    style.translate = makesWay === 0 ? '' : `0 ${makesWay}px`
  }
  drag.to = to
}

/** Returns the new index of the dragged row: it passes every row whose middle its leading edge has passed. */
function placeOf({ places, from }: Drag, by: number): number {
  const { top, height } = places[from]!
  const middleOf = (index: number) => places[index]!.top + places[index]!.height / 2
  let to = from
  while (to < places.length - 1 && top + by + height > middleOf(to + 1)) to++
  while (to > 0 && top + by < middleOf(to - 1)) to--
  return to
}
