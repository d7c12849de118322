import type { ListCard as List } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { CountShapes } from './CountIcon.tsx'
import { ListCard, ListCardSkeleton } from './ListCard.tsx'

const grid = 'grid grid-cols-1 gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 lg:gap-x-10'
/** Number of cards whose covers load immediately: the grid begins in the first screen. */
const EAGER = 6

export function ListCards({ lists, label }: { lists: List[]; label: string }) {
  return (
    <>
      <CountShapes />
      <ul aria-label={label} className={grid}>
        {lists.map((list, index) => (
          <li key={list.id} className="min-w-0">
            <ListCard list={list} noDescription={texts.lists.noDescription} eager={index < EAGER} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function ListCardSkeletons({ count = EAGER }: { count?: number }) {
  return (
    <div className={grid}>
      {Array.from({ length: count }, (_, index) => (
        <ListCardSkeleton key={index} />
      ))}
    </div>
  )
}
