import { keepPreviousData } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { cut } from '../../shared/cut.ts'
import { debounce, limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { useTypedQuery } from '../ui/useTypedQuery.ts'
import { BeFirst } from './BeFirst.tsx'
import { ListCards, ListCardSkeletons } from './ListCards.tsx'

const addressOf = (query: string) =>
  query === '' ? paths.lists() : `${paths.lists()}?${new URLSearchParams({ q: query })}`

export default function ListsPage() {
  usePageTitle(texts.lists.title)
  const { viewer } = useViewer()
  const [, navigate] = useLocation()
  const query = cut((useQuery().get('q') ?? '').trim(), limits.searchQuery)
  const search = useTypedQuery(query, (next) => navigate(addressOf(next), { replace: true }), debounce.search)
  const label = query === '' ? texts.lists.newest : texts.catalog.resultsFor(query)
  return (
    <Page>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-5">
        <PageHeading className="mr-auto text-3xl">{texts.lists.title}</PageHeading>
        {viewer && (
          <ButtonLink href={paths.createList()} variant="primary" className="sm:order-1">
            {texts.lists.create}
          </ButtonLink>
        )}
        <div className="w-full sm:w-80">
          <SearchBox
            label={texts.lists.search}
            text={search.text}
            onType={search.type}
            onEnter={search.settle}
          />
        </div>
      </div>
      <section aria-label={label} className="mt-8">
        <h2 className="mb-6 truncate text-muted">{label}</h2>
        <Lists query={query} label={label} />
      </section>
    </Page>
  )
}

function Lists({ query, label }: { query: string; label: string }) {
  const lists = trpc.lists.search.useInfiniteQuery(
    { query },
    {
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
      // Returning to the page shows current counts and new lists.
      staleTime: 0,
      refetchOnWindowFocus: false,
    },
  )
  return (
    <div
      aria-busy={lists.isPlaceholderData}
      className={classes(
        'transition-opacity duration-150',
        lists.isPlaceholderData && 'opacity-40 delay-150',
      )}
    >
      <Shelf
        query={lists}
        emptyText={query === '' ? texts.lists.none : texts.catalog.noResults}
        emptyAction={query === '' && <BeFirst />}
        skeleton={<ListCardSkeletons />}
      >
        {(cards) => <ListCards lists={cards} label={label} />}
      </Shelf>
    </div>
  )
}
