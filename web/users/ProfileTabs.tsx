import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
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
import { ProfileTabRow, shelves } from './ProfileTabRow.tsx'
import { ShelfChoices } from './ShelfChoices.tsx'

/** Lazy: few visitors open these tabs, so the page does not wait for them. */
const ReviewsShelf = lazy(() => import('../logs/shelves/ReviewsShelf.tsx'))
const ListsShelf = lazy(() => import('../lists/ListsShelf.tsx'))

type ProfileTabsProps = { nickname: string; counts: Profile['counts']; isOwner: boolean }

export function ProfileTabs({ nickname, counts, isOwner }: ProfileTabsProps) {
  const address = useQuery()
  const requestedTab = address.get('tab')
  const choice = readShelfChoice(address)
  const tab = shelves.find((name) => name === requestedTab) ?? 'favorites'
  return (
    <ProfileTabRow nickname={nickname} counts={counts} tab={tab}>
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
    </ProfileTabRow>
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
