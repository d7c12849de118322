import type { SpotifyPlay } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'
import { Cover } from '../ui/Cover.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { liveRow, row, rowTitle } from './row.ts'
import { SpotifyLink } from './SpotifyLink.tsx'

export function Plays({ plays }: { plays: SpotifyPlay[] }) {
  return (
    <ul aria-label={texts.spotify.blocks.recentlyPlayed}>
      {plays.map((play) => (
        <li key={play.playedAt + play.name}>
          <SpotifyLink url={play.url} className={play.url ? liveRow : row}>
            <Cover
              album={{ artist: play.artist, name: play.album ?? play.name, image: play.image }}
              size="sm"
            />
            <span className="min-w-0 flex-1">
              <span className={rowTitle}>{play.name}</span>
              <span className="block truncate text-sm text-muted">{play.artist}</span>
            </span>
            <RelativeTime iso={play.playedAt} className="max-w-28 shrink-0 text-right text-sm text-muted" />
          </SpotifyLink>
        </li>
      ))}
    </ul>
  )
}
