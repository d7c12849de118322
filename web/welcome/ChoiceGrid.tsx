import { Check, Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AlbumCard } from '../../shared/catalog.ts'
import { albumGrid } from '../ui/AlbumGrid.tsx'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { keyOf, type Picks } from './picks.ts'

type ChoiceGridProps = { albums: readonly AlbumCard[]; label: string; picks: Picks }

export function ChoiceGrid({ albums, label, picks: { isPicked, toggle } }: ChoiceGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const pick = (album: AlbumCard, index: number) => {
    flushSync(() => toggle(album, true))
    if (document.activeElement !== document.body) return
    // The focused button has moved to the picked albums: focus the next one that can be picked.
    const rows = [...(list.current?.children ?? [])]
    const next = [...rows.slice(index), ...rows.slice(0, index)].find((row) => !row.ariaHidden)
    next?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <ul ref={list} aria-label={label} className={albumGrid}>
      {albums.map((album, index) => {
        const key = keyOf(album)
        return isPicked(album) ? (
          <PickedTile key={`${key} picked`} album={album} onPutBack={() => toggle(album, false)} />
        ) : (
          <li key={key} className="min-w-0">
            <button
              type="button"
              aria-label={album.name}
              // Read as the description of the button.
              title={album.artist}
              aria-pressed={false}
              onClick={(click) => isFirstClick(click) && pick(album, index)}
              className="group block w-full rounded-sleeve text-start"
            >
              <Tile album={album} eager={index < 12} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Keeps the place of a picked album, so that the others do not move under the pointer. Its button is among the picked albums; this
 * one only helps those who use a pointer.
 */
function PickedTile({ album, onPutBack }: { album: AlbumCard; onPutBack: () => void }) {
  return (
    <li aria-hidden="true" className="min-w-0">
      <button
        type="button"
        tabIndex={-1}
        // Keeps the focus where it is: this button is hidden from screen readers.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(click) => isFirstClick(click) && onPutBack()}
        className="group block w-full rounded-sleeve text-start"
      >
        <Tile album={album} eager isPicked />
      </button>
    </li>
  )
}

type TileProps = { album: AlbumCard; eager: boolean; isPicked?: boolean }

function Tile({ album, eager, isPicked = false }: TileProps) {
  const Icon = isPicked ? Check : Plus
  return (
    <>
      <span className="relative block">
        <span className={classes('block transition-opacity duration-150', isPicked && 'opacity-40')}>
          <Cover album={album} eager={eager} />
        </span>
        <span
          aria-hidden="true"
          className={classes(
            'absolute right-2 bottom-2 flex size-9 items-center justify-center rounded-full transition-colors duration-150',
            isPicked
              ? 'bg-accent text-on-accent'
              : 'bg-[#100d0bd9] text-[#f4ede2] group-hover:bg-accent group-hover:text-on-accent',
          )}
        >
          <Icon size={20} strokeWidth={2.5} />
        </span>
      </span>
      <span className="mt-2.5 block text-sm">
        <span className="line-clamp-2 font-semibold">{album.name}</span>
        <Byline album={album} className="mt-0.5" />
      </span>
    </>
  )
}
