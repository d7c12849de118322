import type { AlbumCard } from '../../shared/catalog.ts'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { Record } from '../ui/Record.tsx'

/**
 * Where the sleeves stand, from the front one to the one farthest back: width and left edge in hundredths of the
 * stack. The front one is whole, of each of the others a strip looks out, a little smaller every time.
 */
const sleeves = [
  { width: 46, left: 0 },
  { width: 42, left: 19 },
  { width: 38, left: 36.5 },
  { width: 34, left: 53 },
  { width: 30, left: 70 },
]

/** How far back a sleeve stands is how little light falls on it. */
const shade = ['', 'brightness-92', 'brightness-84', 'brightness-76', 'brightness-68']
/** Pointed at, the stack opens a little. */
const opened = [
  '',
  'group-hover:translate-x-1',
  'group-hover:translate-x-1.5',
  'group-hover:translate-x-1',
  '',
]

/** The first albums of a list as sleeves that stand one behind the other; a record where the list is empty. */
export function Stack({ albums, eager }: { albums: AlbumCard[]; eager: boolean }) {
  return (
    <span aria-hidden="true" className="relative isolate block aspect-100/46">
      {albums.length === 0 && <Record className="h-full opacity-60" />}
      {albums.slice(0, sleeves.length).map((album, index) => {
        const { width, left } = sleeves[index]!
        return (
          <span
            key={`${album.artist}/${album.name}`}
            className={classes(
              'absolute top-1/2 block -translate-y-1/2 transition-transform duration-300 ease-settle',
              opened[index],
            )}
            style={{ width: `${width}%`, left: `${left}%`, zIndex: -index }}
          >
            <Cover
              album={album}
              eager={eager}
              sizes={`${Math.ceil(width * 3.8)}px`}
              className={shade[index]!}
            />
          </span>
        )
      })}
    </span>
  )
}
