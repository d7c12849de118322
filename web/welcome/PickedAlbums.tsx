import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../texts/arriving.ts'
import { Cover } from '../ui/Cover.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { keyOf, type Picks } from './picks.ts'

/** Empty places are shown up to this number, so that the page below does not move with the first picks. */
const PLACES = 5
const place = 'w-[calc((100%-3rem)/5)] max-w-24 shrink-0 snap-end'

export function PickedAlbums({ picks: { picks, toggle } }: { picks: Picks }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.scrollTo({ left: list.current.scrollWidth, behavior: 'smooth' })
  }, [picks.length])
  const putBack = (index: number) => {
    flushSync(() => toggle(picks[index]!, false))
    const buttons = list.current?.querySelectorAll('button') ?? []
    // The focused button is removed with its album.
    if (document.activeElement === document.body) buttons[Math.min(index, buttons.length - 1)]?.focus()
  }
  const empty = Math.max(0, PLACES - picks.length)
  return (
    <ol
      ref={list}
      aria-label={texts.arriving.pickedAlbums}
      className="-mx-1 mb-8 flex snap-x gap-3 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {picks.map((album, index) => (
        <li key={keyOf(album)} className={place}>
          <button
            type="button"
            aria-label={album.name}
            aria-pressed
            title={texts.catalog.albumBy(album.name, album.artist)}
            onClick={(click) => isFirstClick(click) && putBack(index)}
            className="relative block w-full animate-rise rounded-sleeve"
          >
            <Cover album={album} sizes="96px" eager />
            <span
              aria-hidden="true"
              className="absolute right-1 bottom-1 flex size-5 items-center justify-center rounded-full bg-accent text-on-accent"
            >
              <Check size={14} strokeWidth={3} />
            </span>
          </button>
        </li>
      ))}
      {Array.from({ length: empty }, (_, index) => (
        <li key={`empty ${picks.length + index}`} aria-hidden="true" className={place}>
          <span className="flex aspect-square items-center justify-center rounded-sleeve border border-dashed border-edge text-muted tabular-nums">
            {picks.length + index + 1}
          </span>
        </li>
      ))}
    </ol>
  )
}
