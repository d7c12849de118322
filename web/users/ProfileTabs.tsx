import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { readShelfChoice } from '../../shared/albumChoice.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { FavoritesShelf } from '../favorites/FavoritesShelf.tsx'
import { useQuery } from '../lib/navigation.ts'
import { DiaryShelf } from '../logs/shelves/DiaryShelf.tsx'
import { ListenedShelf } from '../logs/shelves/ListenedShelf.tsx'
import { textLink } from '../ui/Page.tsx'
import { AlbumGridSkeleton, TextSkeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ShelfChoices } from './ShelfChoices.tsx'

/** Lazy: few visitors open these tabs, so the page does not wait for them. */
const ReviewsShelf = lazy(() => import('../logs/shelves/ReviewsShelf.tsx'))
const ListsShelf = lazy(() => import('../lists/ListsShelf.tsx'))

const names = {
  favorites: texts.favorites.title,
  listened: texts.logs.listened,
  reviews: texts.logs.reviews,
  diary: texts.users.diary,
  lists: texts.lists.title,
}
const tabs = ['favorites', 'listened', 'reviews', 'diary', 'lists'] as const

type ProfileTabsProps = { nickname: string; counts: Profile['counts']; isOwner: boolean }

/** The tab is part of the page's own history entry: going back leaves the profile, and returning restores the tab. */
export function ProfileTabs({ nickname, counts, isOwner }: ProfileTabsProps) {
  const address = useQuery()
  const requestedTab = address.get('tab')
  const choice = readShelfChoice(address)
  const tab = tabs.find((name) => name === requestedTab) ?? 'favorites'
  const [, navigate] = useLocation()
  const open = (next: (typeof tabs)[number]) =>
    navigate(paths.profile(nickname) + (next === 'favorites' ? '' : `?tab=${next}`), { replace: true })
  return (
    <Tabs
      label={texts.profile}
      tabs={tabs.map((value) => ({ value, label: names[value], count: counts[value] }))}
      value={tab}
      onChange={open}
    >
      {(tab === 'favorites' || tab === 'listened') && counts[tab] > 0 && (
        <ShelfChoices nickname={nickname} tab={tab} choice={choice} />
      )}
      {tab === 'favorites' && <FavoritesShelf nickname={nickname} choice={choice} />}
      {tab === 'listened' && <ListenedShelf nickname={nickname} choice={choice} />}
      {tab === 'reviews' && (
        <Suspense fallback={<TextSkeleton />}>
          <ReviewsShelf nickname={nickname} />
        </Suspense>
      )}
      {tab === 'diary' && <TagsWay nickname={nickname} />}
      {tab === 'diary' && <DiaryShelf nickname={nickname} isOwner={isOwner} />}
      {tab === 'lists' && (
        <Suspense fallback={<AlbumGridSkeleton count={6} />}>
          <ListsShelf nickname={nickname} />
        </Suspense>
      )}
    </Tabs>
  )
}

function TagsWay({ nickname }: { nickname: string }) {
  return (
    <p className="mb-2 text-right">
      <Link href={paths.tags(nickname)} className={textLink}>
        {texts.tags.title}
      </Link>
    </p>
  )
}
