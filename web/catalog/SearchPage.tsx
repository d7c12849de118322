import { useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { debounce, limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useQuery } from '../lib/navigation.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page, PageHeading, textLink, usePageTitle } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Record } from '../ui/Record.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useTypedQuery } from '../ui/useTypedQuery.ts'
import { readSearchPlace, searchPath, searchTabs, type SearchPlace } from './place.ts'
import { AllFound, OneKindFound } from './SearchResults.tsx'
import { useSearch } from './useSearch.ts'

export default function SearchPage() {
  const place = readSearchPlace(useQuery())
  const { query, tab, page } = place
  usePageTitle(query === '' ? texts.catalog.search : texts.catalog.searchFor(query))
  const isUnreadable = useHistoryState<{ isUnreadable?: unknown } | null>()?.isUnreadable === true
  const [, navigate] = useLocation()
  const go = (to: Partial<SearchPlace>, replace = false) =>
    navigate(searchPath({ ...place, page: 1, ...to }), { replace })
  const search = useTypedQuery(query, (next) => go({ query: next }, true), debounce.discover)
  return (
    <Page>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <PageHeading>{texts.catalog.search}</PageHeading>
        <SearchBox
          label={texts.catalog.searchAll}
          text={search.text}
          onType={search.type}
          onEnter={search.settle}
        />
      </div>
      <Tabs
        label={texts.catalog.kindsOfResults}
        tabs={searchTabs.map((value) => ({ value, label: texts.catalog[value] }))}
        value={tab}
        onChange={(next) => go({ tab: next })}
      >
        {query === '' ? (
          <EmptyState
            icon={<Record className="size-24" />}
            text={isUnreadable ? texts.sharing.unreadable : texts.catalog.searchHint}
            {...(isUnreadable && { detail: texts.catalog.searchHint })}
          />
        ) : (
          // The key resets all state on another tab.
          <Found key={tab} place={place} onPage={(next) => go({ page: next })} page={page} />
        )}
      </Tabs>
    </Page>
  )
}

type FoundProps = { place: SearchPlace; page: number; onPage: (page: number) => void }

function Found({ place, page, onPage }: FoundProps) {
  const results = useRef<HTMLElement>(null)
  const { tab, query } = place
  const groups = useSearch(place)
  const shownGroups = tab === 'all' ? Object.values(groups) : [groups[tab]]
  const busy = shownGroups.some((group) => group.busy || (!group.items && !group.error))
  const isTooShort = tab === 'users' && query.length < limits.userSearch.min
  const isNothing = shownGroups.every(({ items, busy: isOld }) => items?.length === 0 && !isOld)
  // While results load, a link would be replaced by that of the empty state, under a finger.
  const isSettled = shownGroups.some(({ items, error }) => error || (items && items.length > 0))
  const count = busy ? 0 : shownGroups.reduce((sum, { items }) => sum + (items?.length ?? 0), 0)

  const canAdd = tab === 'all' || tab === 'albums'
  const addPath = paths.addAlbum({ title: query })
  const openPage = (next: number) => {
    onPage(next)
    results.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={results}
      tabIndex={-1}
      aria-label={texts.catalog.resultsFor(query)}
      aria-busy={busy}
      className="outline-none"
    >
      <p role="status" className="sr-only">
        {count > 0 && texts.catalog.resultCount(count)}
      </p>
      {isNothing ? (
        <EmptyState
          icon={<Record className="size-24" />}
          text={isTooShort ? texts.catalog.usersFrom(limits.userSearch.min) : texts.catalog.noResults}
          action={canAdd && <ButtonLink href={addPath}>{texts.albums.add}</ButtonLink>}
        />
      ) : tab === 'all' ? (
        <AllFound query={query} groups={groups} />
      ) : (
        <OneKindFound tab={tab} groups={groups} />
      )}
      {canAdd && isSettled && (
        <p className="mt-10 text-muted">
          {texts.albums.notListed}{' '}
          <Link href={addPath} className={textLink}>
            {texts.albums.add}
          </Link>
        </p>
      )}
      {tab !== 'all' && <Pager page={page} hasNext={groups[tab].hasNext} onPage={openPage} busy={busy} />}
    </section>
  )
}
