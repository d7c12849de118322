import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { failureOf } from '../lib/failureOf.ts'
import { ButtonLink } from './Button.tsx'
import { EmptyState, ErrorState } from './EmptyState.tsx'
import { EndlessEnd } from './EndlessEnd.tsx'
import { Record } from './Record.tsx'
import { Loading } from './Skeleton.tsx'

type ShelfPages<Item> = {
  data: { pages: { items: Item[] }[] } | undefined
  error: unknown
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  refetch: () => Promise<unknown>
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>
}

type ShelfProps<Item> = {
  query: ShelfPages<Item>
  emptyText: string
  emptyAction?: ReactNode
  skeleton: ReactNode
  /** renders the items; each must contain a link */
  children: (items: Item[]) => ReactNode
}

const record = <Record className="size-24" />
const exploreAlbums = <ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>

export function Shelf<Item>(props: ShelfProps<Item>) {
  const { query, emptyText, emptyAction = exploreAlbums, skeleton, children } = props
  const { data, fetchNextPage } = query
  const shelf = useRef<HTMLDivElement>(null)
  // Last link when 'Show more' was clicked.
  const last = useRef<Element | null>(null)
  const items = data?.pages.flatMap((page) => page.items)
  const count = items?.length

  useLayoutEffect(() => {
    // The last page removes the button, so the first new link receives the focus.
    const links = shelf.current?.querySelectorAll<HTMLElement>('a[href]')
    const place = last.current && links ? [...links].indexOf(last.current as HTMLElement) + 1 : 0
    if (place > 0) links?.[place]?.focus({ preventScroll: true })
    last.current = null
  }, [count])

  const loadMore = useCallback(
    (pressed: boolean) => {
      if (pressed) last.current = [...(shelf.current?.querySelectorAll('a[href]') ?? [])].at(-1) ?? null
      // Do not cancel a running refetch.
      void fetchNextPage({ cancelRefetch: false })
    },
    [fetchNextPage],
  )

  if (!items) {
    if (query.error) return <ErrorState icon={record} {...failureOf(query)} />
    return (
      <>
        <Loading />
        {skeleton}
      </>
    )
  }
  if (items.length === 0 && !query.hasNextPage) {
    return <EmptyState icon={record} text={emptyText} action={emptyAction} />
  }
  return (
    <>
      <div ref={shelf}>{children(items)}</div>
      {query.hasNextPage && <EndlessEnd query={query} skeleton={skeleton} onMore={loadMore} />}
    </>
  )
}
