import type { AlbumCard } from '../../shared/catalog.ts'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { Record } from '../ui/Record.tsx'

const MOST = 5

export function Stack({ albums, eager }: { albums: AlbumCard[]; eager: boolean }) {
  const isEmpty = albums.length === 0
  return (
    <span aria-hidden="true" className={classes('relative isolate block aspect-100/46', !isEmpty && 'stack')}>
      {isEmpty && <Record className="h-full opacity-60" />}
      {albums.slice(0, MOST).map((album) => (
        <span key={`${album.artist}/${album.name}`}>
          <Cover album={album} eager={eager} size="stack" />
        </span>
      ))}
    </span>
  )
}
