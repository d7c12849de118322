import { keepPreviousData } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { DiscoverPlace } from '../../shared/address.ts'
import { debounce } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { catalogueErrorText, errorText, fiveMinutes } from '../lib/trpc.ts'
import { MoreResults, type More } from '../lists/MoreResults.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState, PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Record } from '../ui/Record.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useTypedQuery } from '../ui/useTypedQuery.ts'
import { discoverPath } from './place.ts'

export const discoverOptions = {
  staleTime: fiveMinutes,
  placeholderData: keepPreviousData,
  trpc: { abortOnUnmount: true },
}

type Answer<Data> = {
  data: Data | undefined
  isPending: boolean
  isPlaceholderData: boolean
  isFetching: boolean
  error: unknown
  refetch: () => Promise<unknown>
}

/** Results for the current address; the previous results until they have loaded. */
export type Result<Data> = {
  data: Data | undefined
  busy: boolean
  error: unknown
  retry: () => void
  retrying: boolean
}

export function resultAt<Data>(
  { query }: DiscoverPlace,
  popular: Answer<Data>,
  search: Answer<Data>,
): Result<Data> {
  const [primary, fallback] = query === '' ? [popular, search] : [search, popular]
  return {
    data: primary.data ?? (primary.isPending ? fallback.data : undefined),
    busy: primary.isPending || primary.isPlaceholderData,
    error: primary.error,
    retry: () => void primary.refetch(),
    retrying: primary.isFetching,
  }
}

type Words = {
  title: string
  popular: string
  search: string
  count: (count: number) => string
  none: string
  popularFailed: string
}

type DiscoverProps<Item> = {
  words: Words
  path: string
  place: DiscoverPlace
  /** selects above the results, and their values as a query */
  controls?: ReactNode
  choice?: string
  found: Result<{ hasNext: boolean }>
  items: Item[] | undefined
  more?: More | null
  skeleton: ReactNode
  grid: (items: Item[], label: string) => ReactNode
}

export function Discover<Item>(props: DiscoverProps<Item>) {
  const { words, path, place, controls, choice = '', found: result, items } = props
  const { query, page } = place
  usePageTitle(words.title)
  const [, navigate] = useLocation()
  const results = useRef<HTMLElement>(null)
  const search = useTypedQuery(
    query,
    (next) => navigate(discoverPath(path, { query: next, page: 1 }), { replace: true }),
    debounce.discover,
  )
  const openPage = (next: number) => {
    navigate(discoverPath(path, { query, page: next }, choice))
    // The clicked button can be disabled on the new page, so focus moves to the results.
    results.current?.focus({ preventScroll: true })
  }

  const count = result.busy ? 0 : (items?.length ?? 0)
  const label = query !== '' ? texts.catalog.resultsFor(query) : choice === '' ? words.popular : words.title
  return (
    <Page>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <PageHeading>{words.title}</PageHeading>
        <SearchBox label={words.search} text={search.text} onType={search.type} onEnter={search.settle} />
      </div>
      {controls}
      <section
        ref={results}
        tabIndex={-1}
        aria-label={label}
        aria-busy={result.busy}
        className="mt-8 outline-none"
      >
        <h2 className="mb-5 truncate text-muted">{label}</h2>
        <p role="status" className="sr-only">
          {count > 0 && words.count(count)}
        </p>
        <Results {...props} label={label} />
      </section>
      <Pager page={page} hasNext={result.data?.hasNext ?? false} onPage={openPage} busy={result.busy} />
    </Page>
  )
}

function Results<Item>(props: DiscoverProps<Item> & { label: string }) {
  const { words, place, choice = '', found: result, items, more, skeleton, grid, label } = props
  if (!items && result.error) {
    const text =
      place.query === '' && choice === ''
        ? catalogueErrorText(result.error, words.popularFailed)
        : texts.errorWith(errorText(result.error, texts.serverFailed))
    const way = { text: texts.toHome, href: paths.home() }
    return <PageError text={text} onRetry={result.retry} busy={result.retrying} way={way} />
  }
  if (!items || (result.busy && items.length === 0)) return skeleton
  if (items.length === 0) return <EmptyState icon={<Record className="size-24" />} text={words.none} />
  return (
    <div className={classes('transition-opacity duration-150', result.busy && 'opacity-40 delay-150')}>
      {grid(items, label)}
      {more && <MoreResults {...more} className="mt-6" />}
    </div>
  )
}
