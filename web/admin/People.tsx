import { keepPreviousData } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { AdminPersonRow } from '../../shared/admin.ts'
import { cut } from '../../shared/cut.ts'
import { debounce, limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { failureOf } from '../lib/failureOf.ts'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { TextField } from '../ui/Field.tsx'
import { textLink } from '../ui/Page.tsx'
import { useTypedQuery } from '../ui/useTypedQuery.ts'
import { More } from './More.tsx'

const addressOf = (query: string) =>
  paths.adminPart('people') + (query === '' ? '' : `?${new URLSearchParams({ q: query })}`)

export function People() {
  const [, navigate] = useLocation()
  const search = cut((useQuery().get('q') ?? '').trim(), limits.searchQuery)
  const typed = useTypedQuery(search, (next) => navigate(addressOf(next), { replace: true }), debounce.search)
  const people = trpc.admin.people.useInfiniteQuery(
    { search },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData, staleTime: 0 },
  )
  const rows = people.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <form
        role="search"
        className="mb-4 max-w-96"
        onSubmit={(event) => {
          event.preventDefault()
          typed.settle()
        }}
      >
        <TextField
          label={texts.admin.searchPeople}
          value={typed.text}
          maxLength={limits.searchQuery}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => typed.type(event.target.value)}
        />
      </form>
      {people.isError && !people.data ? (
        <ErrorState {...failureOf(people)} />
      ) : people.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState text={texts.admin.nobodyFound} />
      ) : (
        <>
          <ul
            aria-label={texts.admin.parts.people}
            aria-busy={people.isPlaceholderData}
            className="divide-y divide-line"
          >
            {rows.map((person) => (
              <Row key={person.nickname} person={person} />
            ))}
          </ul>
          <More query={people} />
        </>
      )}
    </>
  )
}

function Row({ person: { nickname, role, isDisabled } }: { person: AdminPersonRow }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <Link href={paths.adminPerson(nickname)} className={textLink}>
        {nickname}
      </Link>
      <span className="text-muted">{texts.admin.roles[role]}</span>
      {isDisabled && <span className="text-danger">{texts.admin.disabled}</span>}
    </li>
  )
}
