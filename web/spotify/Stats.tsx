import type { ReactNode } from 'react'
import type { SpotifyAbsence, SpotifyBlock, SpotifyStats } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'
import { fullCount } from '../ui/numbers.ts'
import { FollowedArtists, TopArtists } from './Artists.tsx'
import { Playlists } from './Playlists.tsx'
import { Plays } from './Plays.tsx'

type Absent = Partial<Record<SpotifyBlock, SpotifyAbsence>>

const { blocks } = texts.spotify
const failures: Partial<Record<SpotifyBlock, string>> = texts.spotify.blockFailed

function absenceText(block: SpotifyBlock, absent: Absent): string {
  if (absent[block] === 'permission') return texts.spotify.blockForbidden
  return (absent[block] === 'failed' && failures[block]) || texts.spotify.blockMissing
}

type StatsProps = {
  stats: SpotifyStats
  /** reasons of missing blocks, for the owner only */
  absent: Absent
  isOwner: boolean
  /** true if the tracks of the viewer's own playlists can be loaded */
  canOpen: boolean
}

/** A missing block is shown as missing, not as empty. */
export function Stats({ stats, absent, isOwner, canOpen }: StatsProps) {
  const { recentlyPlayed, topArtists, playlists, followedArtists } = stats
  const absenceOf = (block: SpotifyBlock) => absenceText(block, absent)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-9 gap-y-4 sm:flex sm:flex-wrap">
        <Figure name={blocks.savedAlbums} count={stats.savedAlbums} absence={absenceOf('savedAlbums')} />
        <Figure name={blocks.savedTracks} count={stats.savedTracks} absence={absenceOf('savedTracks')} />
        {playlists && (
          <Figure name={isOwner ? blocks.playlists : texts.spotify.publicPlaylists} count={playlists.total} />
        )}
        {followedArtists && <Figure name={blocks.followedArtists} count={followedArtists.total} />}
      </dl>
      <div className="mt-9 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
        <Block block="recentlyPlayed" of={recentlyPlayed} why={absenceOf} none={texts.spotify.nothingPlayed}>
          {(plays) => <Plays plays={plays} />}
        </Block>
        <Block block="topArtists" of={topArtists} why={absenceOf} none={texts.spotify.noTopArtists}>
          {(artists) => <TopArtists artists={artists} />}
        </Block>
        <Block
          block="playlists"
          of={playlists?.items ?? null}
          why={absenceOf}
          none={isOwner ? texts.spotify.noPlaylists : texts.spotify.noPublicPlaylists}
        >
          {(items) => <Playlists playlists={items} canOpen={canOpen} />}
        </Block>
        <Block
          block="followedArtists"
          of={followedArtists?.items ?? null}
          why={absenceOf}
          none={texts.spotify.followsNobody}
        >
          {(artists) => <FollowedArtists artists={artists} />}
        </Block>
      </div>
    </>
  )
}

function Figure({ name, count, absence }: { name: string; count: number | null; absence?: string }) {
  return (
    // The name is read first but shown below the value.
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">{name}</dt>
      {count === null ? (
        <dd className="flex min-h-7 max-w-56 items-center text-sm text-muted italic">{absence}</dd>
      ) : (
        <dd className="heading text-xl">{fullCount(count)}</dd>
      )}
    </div>
  )
}

type BlockProps<Item> = {
  block: SpotifyBlock
  of: Item[] | null
  why: (block: SpotifyBlock) => string
  none: string
  children: (items: Item[]) => ReactNode
}

function Block<Item>({ block, of, why, none, children }: BlockProps<Item>) {
  return (
    <section className="min-w-0">
      <h3 className="heading mb-3 text-base">{blocks[block]}</h3>
      {of && of.length > 0 ? children(of) : <p className="text-muted">{of ? none : why(block)}</p>}
    </section>
  )
}
