import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

type Drag = { from: number; to: number; by: number; step: number }

/**
 * Reorders the rows of a list, all of one height, by dragging a handle or with the arrow keys on it. While one drags,
 * rows are only drawn elsewhere: a row that really moved would lose the pointer.
 */
export function useReorder(count: number, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef(0)
  const clamp = (index: number) => Math.min(Math.max(index, 0), count - 1)

  const handleOf = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const row = event.currentTarget.closest('li')
      if (!row) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = event.clientY
      setDrag({ from: index, to: index, by: 0, step: row.offsetHeight })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return
      const by = event.clientY - start.current
      setDrag({ ...drag, by, to: clamp(drag.from + Math.round(by / drag.step)) })
    },
    onPointerUp: () => {
      if (drag && drag.to !== drag.from) onMove(drag.from, drag.to)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      if (clamp(index + by) !== index) onMove(index, index + by)
    },
  })

  /** Where a row is drawn meanwhile. */
  const styleOf = (index: number) => {
    if (!drag) return undefined
    const { from, to, by, step } = drag
    if (index === from) return { translate: `0 ${by}px`, zIndex: 1, position: 'relative' } as const
    const makesWay = index > from && index <= to ? -step : index < from && index >= to ? step : 0
    return { translate: `0 ${makesWay}px`, transition: 'translate 160ms var(--ease-settle)' } as const
  }

  return { handleOf, styleOf, dragged: drag?.from ?? null }
}
