import { lazy, Suspense, useState } from 'react'
import type { SpotifyPlaylist } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'
import { Button } from '../ui/Button.tsx'
import { Cover } from '../ui/Cover.tsx'
import { liveRow, row, rowTitle } from './row.ts'
import { SpotifyLink } from './SpotifyLink.tsx'

const PlaylistDialog = lazy(() => import('./PlaylistDialog.tsx'))

const FEW = 5

export function Playlists({ playlists, canOpen }: { playlists: SpotifyPlaylist[]; canOpen: boolean }) {
  const [openPlaylist, setOpenPlaylist] = useState<SpotifyPlaylist | null>(null)
  const [isWhole, setWhole] = useState(false)
  const shownPlaylists = isWhole ? playlists : playlists.slice(0, FEW)
  return (
    <>
      <ul aria-label={texts.spotify.blocks.playlists}>
        {shownPlaylists.map((playlist) => (
          <li key={playlist.id}>
            {canOpen && playlist.isOwn ? (
              <button
                type="button"
                aria-haspopup="dialog"
                className={liveRow}
                onClick={() => setOpenPlaylist(playlist)}
              >
                <PlaylistRow playlist={playlist} />
              </button>
            ) : (
              <SpotifyLink url={playlist.url} className={playlist.url ? liveRow : row}>
                <PlaylistRow playlist={playlist} />
              </SpotifyLink>
            )}
          </li>
        ))}
      </ul>
      {playlists.length > FEW && (
        <Button size="sm" className="mt-3" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.spotify.showFewer : texts.spotify.showAll(playlists.length)}
        </Button>
      )}
      {openPlaylist && (
        <Suspense>
          <PlaylistDialog playlist={openPlaylist} onClose={() => setOpenPlaylist(null)} />
        </Suspense>
      )}
    </>
  )
}

function PlaylistRow({ playlist }: { playlist: SpotifyPlaylist }) {
  const { name, owner, image, tracks, isOwn, isPublic } = playlist
  const details = [
    tracks !== null && texts.catalog.trackCount(tracks),
    !isOwn && owner && texts.spotify.playlistBy(owner),
    !isPublic && texts.spotify.notPublic,
  ].filter(Boolean)
  return (
    <>
      <Cover album={{ artist: owner ?? '', name, image }} size="sm" />
      <span className="min-w-0 flex-1">
        <span className={rowTitle}>{name}</span>
        <span className="block truncate text-sm text-muted">{details.join(' · ')}</span>
      </span>
    </>
  )
}
