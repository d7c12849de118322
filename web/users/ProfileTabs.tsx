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
import type { Waiting } from '../offline/waiting.ts'
import { WaitingAlbums } from '../offline/WaitingAlbums.tsx'
import { textLink } from '../ui/Page.tsx'
import { AlbumGridSkeleton, TextSkeleton } from '../ui/Skeleton.tsx'
import { ProfileTabRow, shelves, type ShelfName } from './ProfileTabRow.tsx'
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
      {isOwner && <WaitingAlbums isShown={(thing) => isForShelf(thing, tab)} className="mb-9" />}
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

/** Returns true if the change puts its album on the shelf. */
function isForShelf(thing: Waiting, shelf: ShelfName): boolean {
  switch (thing.procedure) {
    case 'favorites.set':
      return shelf === 'favorites' && thing.input.favorite
    case 'logs.setListened':
      return (
        thing.input.listened && (shelf === 'listened' || (shelf === 'diary' && Boolean(thing.input.date)))
      )
    case 'logs.add':
    case 'logs.save': {
      const { favorite, review, date } = thing.input
      if (shelf === 'favorites') return favorite === true
      if (shelf === 'reviews') return Boolean(review)
      const isNew = thing.procedure === 'logs.add' || thing.input.id === undefined
      return isNew && (shelf === 'listened' || (shelf === 'diary' && date !== null))
    }
    default:
      return false
  }
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
