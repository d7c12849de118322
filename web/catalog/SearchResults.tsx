import type { ReactNode } from 'react'
import type { AlbumCard, ArtistCard } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import type { UserFound } from '../../shared/users.ts'
import { errorText } from '../lib/trpc.ts'
import { MoreResults } from '../lists/MoreResults.tsx'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { classes } from '../ui/classes.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Page.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { ArtistGrid, ArtistGridSkeleton } from './ArtistGrid.tsx'
import { searchPath, type SearchTab } from './place.ts'
import { UserGrid, UserGridSkeleton } from './UserGrid.tsx'
import type { Group, SearchGroups } from './useSearch.ts'

/** Maximum number of items of each kind on the tab 'All': one row of a wide page. */
const FIRST = 6
const WHOLE = 12

/** First results of every kind; a kind that fails or finds nothing does not hide the others. */
export function AllFound({
  query,
  groups: { albums, artists, users },
}: {
  query: string
  groups: SearchGroups
}) {
  const moreLink = (tab: SearchTab) => ({ text: texts.viewAll, href: searchPath({ query, tab, page: 1 }) })
  const isThere = ({ items, busy }: Group<unknown>) => items?.length !== 0 || busy
  return (
    <div className="space-y-12">
      {isThere(albums) && (
        <Section title={texts.catalog.albums} more={moreLink('albums')}>
          <FoundAlbums group={albums} most={FIRST} />
        </Section>
      )}
      {isThere(artists) && (
        <Section title={texts.catalog.artists} more={moreLink('artists')}>
          <FoundArtists group={artists} most={FIRST} />
        </Section>
      )}
      {isThere(users) && (
        <Section title={texts.catalog.users} more={moreLink('users')}>
          <FoundUsers group={users} most={FIRST} />
        </Section>
      )}
    </div>
  )
}

export function OneKindFound({ tab, groups }: { tab: Exclude<SearchTab, 'all'>; groups: SearchGroups }) {
  if (tab === 'albums') return <FoundAlbums group={groups.albums} />
  if (tab === 'artists') return <FoundArtists group={groups.artists} />
  return <FoundUsers group={groups.users} />
}

type KindProps<Item> = { group: Group<Item>; most?: number }

function FoundAlbums({ group, most: limit = Infinity }: KindProps<AlbumCard>) {
  return (
    <Kind group={group} skeleton={<AlbumGridSkeleton count={Math.min(limit, WHOLE)} />}>
      {(albums) => <MarkedGrid albums={albums.slice(0, limit)} label={texts.catalog.albums} />}
    </Kind>
  )
}

function FoundArtists({ group, most: limit = Infinity }: KindProps<ArtistCard>) {
  return (
    <Kind group={group} skeleton={<ArtistGridSkeleton count={Math.min(limit, WHOLE)} />}>
      {(artists) => <ArtistGrid artists={artists.slice(0, limit)} label={texts.catalog.artists} />}
    </Kind>
  )
}

function FoundUsers({ group, most: limit = Infinity }: KindProps<UserFound>) {
  return (
    <Kind group={group} skeleton={<UserGridSkeleton count={Math.min(limit, WHOLE)} />}>
      {(users) => <UserGrid users={users.slice(0, limit)} label={texts.catalog.users} />}
    </Kind>
  )
}

type Kind<Item> = { group: Group<Item>; skeleton: ReactNode; children: (items: Item[]) => ReactNode }

function Kind<Item>({ group, skeleton, children }: Kind<Item>) {
  const { items, busy, error, retry, retrying, more } = group
  if (items && (items.length > 0 || !busy)) {
    return (
      <div className={classes('transition-opacity duration-150', busy && 'opacity-40 delay-150')}>
        {children(items)}
        {more && <MoreResults {...more} className="mt-6" />}
      </div>
    )
  }
  if (error && !busy) {
    return (
      <ErrorState
        text={texts.errorWith(errorText(error, texts.serverFailed))}
        onRetry={retry}
        busy={retrying}
      />
    )
  }
  return skeleton
}
