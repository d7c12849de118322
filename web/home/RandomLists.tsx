import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, fiveMinutes, trpc } from '../lib/trpc.ts'
import { BeFirst } from '../lists/BeFirst.tsx'
import { CountShapes } from '../lists/CountIcon.tsx'
import { ListCard, ListCardSkeleton } from '../lists/ListCard.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Skeleton.tsx'

/** On a phone, a horizontally scrolling row in which the next card is partly visible. */
const cards =
  'grid gap-x-6 sm:grid-cols-3 lg:gap-x-10 max-sm:-mx-4 max-sm:auto-cols-[82%] max-sm:grid-flow-col max-sm:gap-x-6 ' +
  'max-sm:overflow-x-auto max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:px-4 max-sm:py-1 ' +
  'max-sm:[scrollbar-width:none] max-sm:*:snap-start'

/** The lists change between visits, but never while shown. */
export function RandomLists() {
  const lists = trpc.lists.random.useQuery(undefined, { staleTime: Infinity, gcTime: fiveMinutes })
  if (lists.data?.length === 0) return <NoLists />
  if (lists.data) {
    return (
      <>
        <CountShapes />
        <ul aria-label={texts.home.discoverLists} className={cards}>
          {lists.data.map((list) => (
            <li key={list.id} className="min-w-0">
              <ListCard list={list} noDescription={texts.home.noDescription} eager />
            </li>
          ))}
        </ul>
      </>
    )
  }
  if (lists.isError) {
    const text = errorText(lists.error)
    return <ErrorState text={text} onRetry={() => void lists.refetch()} busy={lists.isFetching} />
  }
  return (
    <div className={cards}>
      <Loading />
      {Array.from({ length: limits.randomLists }, (_, index) => (
        <ListCardSkeleton key={index} />
      ))}
    </div>
  )
}

function NoLists() {
  return (
    <div className="flex flex-col items-center gap-2 py-12 text-center">
      <p className="text-lg text-muted">{texts.lists.none}</p>
      <BeFirst />
    </div>
  )
}
