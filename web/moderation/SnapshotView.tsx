import { Link } from 'wouter'
import type { Snapshot } from '../../shared/moderation.ts'
import { paths } from '../../shared/paths.ts'
import { shownYear } from '../../shared/shownYear.ts'
import { texts } from '../../shared/texts.ts'
import { formatDay } from '../ui/dates.ts'
import { textLink } from '../ui/Page.tsx'
import { Stars } from '../ui/Stars.tsx'

/** number of albums shown of a list; further albums are shown if they have a note */
const ALBUMS = 20

/** A reported thing as text: pictures and links of strangers are not loaded. */
export function SnapshotView({ snapshot, label }: { snapshot: Snapshot; label: string }) {
  return (
    <div role="group" aria-label={label} className="rounded-panel bg-sunken p-4 wrap-anywhere">
      <Content snapshot={snapshot} />
    </div>
  )
}

const multiline = 'whitespace-pre-wrap'

function Content({ snapshot }: { snapshot: Snapshot }) {
  switch (snapshot.kind) {
    case 'account':
      return (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">{snapshot.nickname}</p>
          {snapshot.bio && <p className={multiline}>{snapshot.bio}</p>}
          {[...(snapshot.avatar ? [snapshot.avatar] : []), ...snapshot.links].map((url) => (
            <p key={url} className="text-sm text-muted">
              {url}
            </p>
          ))}
        </div>
      )
    case 'review': {
      const { album, rating, text, tags, date } = snapshot
      return (
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={paths.album(album)} className={textLink}>
              {album.name}
            </Link>
            <span className="text-muted">{album.artist}</span>
            {rating > 0 && <Stars rating={rating} />}
            {date && <span className="text-sm text-muted">{formatDay(date)}</span>}
          </p>
          <p className={multiline}>{text}</p>
          {tags.length > 0 && <p className="text-sm text-muted">{tags.join(', ')}</p>}
        </div>
      )
    }
    case 'list': {
      const shownAlbums = snapshot.albums.filter(({ note }, index) => index < ALBUMS || note !== '')
      return (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">{snapshot.name}</p>
          {snapshot.description && <p className={multiline}>{snapshot.description}</p>}
          <p className="text-sm text-muted">{texts.catalog.albumCount(snapshot.albumCount)}</p>
          <ul className="flex flex-col gap-1 text-sm">
            {shownAlbums.map(({ artist, name, note }) => (
              <li key={`${artist} ${name}`}>
                <span>{artist}</span> · <span>{name}</span>
                {note && <span className={`block text-muted ${multiline}`}>{note}</span>}
              </li>
            ))}
          </ul>
        </div>
      )
    }
    case 'album': {
      const { album, type, tracks } = snapshot
      return (
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={paths.album(album)} className={textLink}>
              {album.name}
            </Link>
            <span className="text-muted">{album.artist}</span>
            {shownYear(album) && <span className="text-sm text-muted">{shownYear(album)}</span>}
            {type && <span className="text-sm text-muted">{texts.catalog.types[type]}</span>}
          </p>
          {tracks.length > 0 && <p className={`text-sm ${multiline}`}>{tracks.join('\n')}</p>}
        </div>
      )
    }
    case 'comment':
      return <p className={multiline}>{snapshot.text}</p>
  }
}
