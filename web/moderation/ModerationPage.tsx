import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { rowIdIn } from '../../shared/address.ts'
import type { Reason, ReportRow } from '../../shared/moderation.ts'
import { reasons, reportedKinds, type ReportedThing } from '../../shared/moderationKinds.ts'
import { paths } from '../../shared/paths.ts'
import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/moderation.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { SelectField } from '../ui/Field.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { ModeratorsPage } from './ModeratorsPage.tsx'
import { nameOfReport } from './names.ts'
import { Report } from './Report.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { useLiveReports } from './useReports.ts'

const states = ['open', 'closed', 'all'] as const
type State = (typeof states)[number]

export default function ModerationPage() {
  const [search] = useSearchParams()
  const id = rowIdIn(search.get('report'))
  return (
    <ModeratorsPage title={texts.layout.moderation}>
      <Live />
      {id === null ? <Reports /> : <Report key={id} id={id} />}
    </ModeratorsPage>
  )
}

function Live() {
  useLiveReports()
  return null
}

function Reports() {
  const [state, setState] = useState<State>('open')
  const [reason, setReason] = useState<Reason | ''>('')
  const [thing, setThing] = useState<ReportedThing | ''>('')
  const query = trpc.moderation.reports.useInfiniteQuery(
    { state, reason: reason || null, thing: thing || null },
    { getNextPageParam: ({ next }) => next },
  )
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <div className="mb-2 grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:mb-4 sm:flex sm:gap-x-6">
        <div className="col-span-2 flex h-11 items-center sm:mb-6.5">
          <Segmented
            label={texts.moderation.state}
            options={states.map((value) => ({ value, label: texts.moderation.states[value] }))}
            value={state}
            onChange={setState}
          />
        </div>
        <SelectField
          label={texts.moderation.reason}
          className="sm:w-52"
          options={[
            ['', texts.moderation.anyReason],
            ...reasons.map((value) => [value, texts.moderation.reasons[value]] as const),
          ]}
          value={reason}
          onChoose={setReason}
        />
        <SelectField
          label={texts.moderation.thing}
          className="sm:w-40"
          options={[
            ['', texts.moderation.anyThing],
            ...reportedKinds.map((value) => [value, texts.moderation.things[value]] as const),
          ]}
          value={thing}
          onChoose={setThing}
        />
      </div>
      {query.isError && !query.data ? (
        <ErrorState {...failureOf(query)} />
      ) : query.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState text={texts.moderation.none} detail={texts.moderation.noneHint} />
      ) : (
        <ul aria-label={texts.layout.reports} className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button busy={query.isFetching} onClick={() => void query.fetchNextPage({ cancelRefetch: false })}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ row }: { row: ReportRow }) {
  return (
    <li>
      <Link
        href={paths.report(row.id)}
        className="-mx-3 flex flex-col gap-1 rounded-control px-3 py-4 transition-colors duration-150 hover:bg-sunken"
      >
        <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="font-semibold wrap-anywhere">{nameOfReport(row)}</span>
          <span className="text-danger">{texts.moderation.reasons[row.reason]}</span>
          {row.isOpen ? (
            row.open > 1 && <span className="text-muted">{texts.moderation.sameThing(row.open)}</span>
          ) : (
            <span className="text-muted">{texts.moderation.states.closed}</span>
          )}
          <RelativeTime iso={row.createdAt} className="text-sm text-muted sm:ml-auto" />
        </span>
        {row.excerpt && <span className="truncate text-muted">{row.excerpt}</span>}
      </Link>
    </li>
  )
}
