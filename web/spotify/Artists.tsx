import type { SpotifyArtist } from '../../shared/spotify.ts'
import { ArtistPortrait } from '../catalog/ArtistPortrait.tsx'
import { texts } from '../texts/spotify.ts'
import { SpotifyLink } from './SpotifyLink.tsx'

export function TopArtists({ artists }: { artists: SpotifyArtist[] }) {
  return (
    <ol aria-label={texts.spotify.blocks.topArtists} className="grid grid-cols-3 gap-x-6 gap-y-6 pt-1">
      {artists.map(({ name, image, url }) => (
        <li key={url ?? name} className="min-w-0">
          <SpotifyLink url={url} className="group block rounded-panel text-center">
            <ArtistPortrait
              name={name}
              image={image}
              asks={false}
              className={
                'mx-auto max-w-32 shadow-sleeve transition-transform duration-200 ease-settle ' +
                'group-hover:scale-103'
              }
            />
            <span
              className={
                'mt-3 line-clamp-2 text-sm font-semibold text-balance decoration-1 underline-offset-2 ' +
                'group-hover:underline'
              }
            >
              {name}
            </span>
          </SpotifyLink>
        </li>
      ))}
    </ol>
  )
}

export function FollowedArtists({ artists }: { artists: SpotifyArtist[] }) {
  return (
    <ul aria-label={texts.spotify.blocks.followedArtists} className="flex flex-wrap gap-x-2 gap-y-3">
      {artists.map(({ name, image, url }) => (
        <li key={url ?? name} className="max-w-full min-w-0">
          <SpotifyLink
            url={url}
            className={
              'tap flex items-center gap-2.5 rounded-full bg-sunken pr-4 text-sm font-semibold ' +
              'transition-colors duration-150 hover:bg-lifted'
            }
          >
            <ArtistPortrait name={name} image={image} asks={false} size="xs" />
            <span className="truncate">{name}</span>
          </SpotifyLink>
        </li>
      ))}
    </ul>
  )
}
