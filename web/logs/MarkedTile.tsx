import { Clock3, Headphones, Heart } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import type { CardState } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { WaitingNote } from '../offline/WaitingNote.tsx'
import { AlbumTile, type AlbumTileProps } from '../ui/AlbumGrid.tsx'
import { classes } from '../ui/classes.ts'
import { LivelyHeart } from '../ui/HeartToggle.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { useMedia } from '../ui/useMedia.ts'
import { useMarks } from './useMarks.ts'

const RemoveAlbum = lazy(() => import('./RemoveAlbum.tsx'))

export function MarkedTile(props: AlbumTileProps) {
  const { viewer } = useViewer()
  // Marks belong to one user.
  return viewer ? (
    <Marked key={viewer.nickname} nickname={viewer.nickname} {...props} />
  ) : (
    <AlbumTile {...props} />
  )
}

function Marked({ nickname, ...tile }: AlbumTileProps & { nickname: string }) {
  const { album } = tile
  const {
    marks,
    isWaiting,
    retry,
    setFavorite,
    setListened,
    setListenLater,
    isAsking,
    stopAsking,
    removeAnyway,
  } = useMarks(album, nickname)
  // With a touch screen, the buttons are below the card, where they do not cover the cover art.
  const isTouch = useMedia('(any-pointer: coarse)')
  return (
    <div
      role="group"
      aria-label={texts.catalog.albumBy(album.name, album.artist)}
      onPointerEnter={retry}
      className={classes(
        'group/tile relative flex h-full flex-col',
        // The record also slides out while the pointer is on the buttons; that of a large card less far, not into the next card.
        'hover:[&_.sleeve]:before:opacity-100',
        tile.large
          ? 'hover:[&_.sleeve]:before:translate-x-[8%]'
          : 'hover:[&_.sleeve]:before:translate-x-[11%]',
      )}
    >
      <AlbumTile
        {...tile}
        aside={!isTouch && marks && <QuietMarks marks={marks} />}
        note={isWaiting ? <WaitingNote /> : tile.note}
      />
      <div className={isTouch ? underSleeve : overSleeve}>
        {marks && (
          <>
            <Toggle
              isOn={marks.favorite}
              names={[texts.favorites.add, texts.favorites.remove]}
              icon={<LivelyHeart isOn={marks.favorite} size={isTouch ? 20 : 18} />}
              tone="text-heart"
              isTouch={isTouch}
              onToggle={setFavorite}
            />
            <Toggle
              isOn={marks.listened}
              names={[texts.logs.addToListened, texts.logs.removeFromListened]}
              icon={<Headphones size={isTouch ? 20 : 18} strokeWidth={marks.listened ? 2.75 : 2} />}
              tone={isTouch ? 'text-accent-ink' : 'text-[#f47b30]'}
              isTouch={isTouch}
              onToggle={setListened}
            />
            <Toggle
              isOn={marks.listenLater}
              names={texts.listenLater.title}
              icon={<Clock3 size={isTouch ? 20 : 18} strokeWidth={marks.listenLater ? 2.75 : 2} />}
              tone={isTouch ? 'text-accent-ink' : 'text-[#f47b30]'}
              isTouch={isTouch}
              onToggle={setListenLater}
            />
          </>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <RemoveAlbum album={album} onCancel={stopAsking} onConfirm={removeAnyway} />
        </Suspense>
      )}
    </div>
  )
}

const underSleeve = '-ml-3 mt-auto flex h-11'
const overSleeve =
  'pointer-events-none absolute inset-x-0 top-0 flex aspect-square items-end justify-end gap-1.5 p-2 opacity-0 ' +
  'transition-opacity duration-150 group-hover/tile:opacity-100 has-[:focus-visible]:opacity-100'

type ToggleProps = {
  isOn: boolean
  /** names of the action while off and while on; a single name is that of a toggle button with a pressed state */
  names: readonly [string, string] | string
  icon: ReactNode
  tone: string
  isTouch: boolean
  onToggle: (wanted: boolean) => void
}

function Toggle({ isOn, names, icon, tone, isTouch, onToggle }: ToggleProps) {
  const isPressed = typeof names === 'string'
  const name = isPressed ? names : names[isOn ? 1 : 0]
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      aria-pressed={isPressed ? isOn : undefined}
      onClick={(click) => isFirstClick(click) && onToggle(!isOn)}
      className={classes(
        'group pointer-events-auto flex items-center justify-center rounded-full transition duration-150 active:scale-90',
        isTouch ? 'size-11' : 'size-9 bg-[#100d0bd9] hover:bg-[#100d0b]',
        isOn ? tone : isTouch ? 'text-muted' : 'text-[#f4ede2]',
      )}
    >
      <span aria-hidden="true">{icon}</span>
    </button>
  )
}

/** Icons of the active marks next to the artist; screen readers read the buttons instead. */
function QuietMarks({ marks: { favorite, listenLater, listened } }: { marks: CardState }) {
  return (
    <span aria-hidden="true" className="flex h-5 shrink-0 items-center gap-1.5">
      {listenLater && <Clock3 size={14} className="text-muted" />}
      {listened && <Headphones size={14} className="text-muted" />}
      {favorite && <Heart size={13} fill="currentColor" className="text-heart" />}
    </span>
  )
}
