import { Clock3 } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState, type PointerEvent } from 'react'
import { Link } from 'wouter'
import type { ListenLaterItem } from '../../shared/listenLater.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { IconButton } from '../ui/Button.tsx'
import { Byline } from '../ui/Byline.tsx'
import { Cover } from '../ui/Cover.tsx'
import { formatDay } from '../ui/dates.ts'
import { DragHandle } from '../ui/DragHandle.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useReorder } from '../ui/useReorder.ts'
import { keyOf } from './listenLaterState.ts'

type RowsProps = {
  items: ListenLaterItem[]
  /** `shown` is the list as it was shown when the move began */
  onMove: (shown: ListenLaterItem[], from: number, to: number) => void
  onRemove: (item: ListenLaterItem) => void
}

/** Memoized rows: there can be thousands. */
export function Rows({ items, onMove, onRemove }: RowsProps) {
  // Freezes the list during a drag; changes from other tabs are shown afterwards.
  const [frozenItems, setFrozenItems] = useState<ListenLaterItem[] | null>(null)
  const shownItems = frozenItems ?? items
  const reorder = useReorder((from, to) => onMove(shownItems, from, to))
  const hold = (event: PointerEvent<HTMLElement>) => {
    const isDrag = event.button === 0 && (event.target as Element).closest('[data-handle]')
    if (isDrag) setFrozenItems((previous) => previous ?? items)
  }
  // A stable function: one change must not render thousands of rows again.
  const remove = useRef(onRemove)
  useEffect(() => {
    remove.current = onRemove
  })
  const removeItem = useCallback((item: ListenLaterItem) => remove.current(item), [])
  return (
    <ol
      aria-label={texts.listenLater.albums}
      {...reorder}
      onPointerDownCapture={hold}
      onLostPointerCapture={() => setFrozenItems(null)}
      className="-mx-2"
    >
      {shownItems.map((item, index) => (
        <Row key={keyOf(item.album)} item={item} eager={index < 8} onRemove={removeItem} />
      ))}
    </ol>
  )
}

const row = 'flex h-18 items-center gap-2 rounded-control px-1 sm:gap-3'

type RowProps = Pick<RowsProps, 'onRemove'> & { item: ListenLaterItem; eager: boolean }

const Row = memo(function Row({ item, eager, onRemove }: RowProps) {
  const { album, addedOn } = item
  const self = useRef<HTMLLIElement>(null)
  const remove = () => {
    // The focused button is removed with its row: focus moves to the next row, or to the previous one.
    const neighbour = self.current!.nextElementSibling ?? self.current!.previousElementSibling
    neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus({ preventScroll: true })
    onRemove(item)
  }
  return (
    <li
      ref={self}
      className={
        'scroll-mt-20 rounded-control bg-page [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] ' +
        'data-dragged:relative data-dragged:z-1 data-dragged:bg-surface data-dragged:shadow-float ' +
        'data-dragged:[content-visibility:visible]'
      }
    >
      <div role="group" aria-label={texts.catalog.albumBy(album.name, album.artist)} className={row}>
        <DragHandle name={album.name} className="pointer-coarse:w-11" />
        <Link
          href={paths.album(album)}
          className="group flex min-w-0 flex-1 items-center gap-3 rounded-control"
        >
          <Cover album={album} size="sm" eager={eager} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold decoration-1 underline-offset-2 group-hover:underline">
              {album.name}
            </span>
            <Byline album={album} className="text-sm" />
          </span>
        </Link>
        <span className="shrink-0 text-sm text-muted max-sm:hidden">
          {texts.listenLater.addedOn(formatDay(addedOn))}
        </span>
        <IconButton
          size="sm"
          data-remove
          label={texts.listenLater.title}
          aria-pressed
          onClick={(click) => isFirstClick(click) && remove()}
        >
          <Clock3 size={18} strokeWidth={2.75} aria-hidden="true" className="text-accent-ink" />
        </IconButton>
      </div>
    </li>
  )
})

export function RowSkeleton() {
  return (
    <div aria-hidden="true" className={row}>
      <Skeleton className="ml-9 size-14 rounded-sleeve" />
      <div className="flex-1">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="mt-2.5 h-3 w-1/4" />
      </div>
    </div>
  )
}
