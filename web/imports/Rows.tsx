import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { rowStates, type RowState } from '../../shared/importKinds.ts'
import type { ImportRowView, ImportView } from '../../shared/imports.ts'
import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/imports.ts'
import { classes } from '../ui/classes.ts'
import { InlineError } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ChooseAlbum } from './ChooseAlbum.tsx'
import { ImportRow } from './Row.tsx'

/** Filters always shown while albums can be chosen; all others are shown if they have rows. */
const permanentFilters = new Set<RowState>(['ready', 'decide', 'here', 'missing', 'unreadable'])
const number = new Intl.NumberFormat(texts.numbers)

type ImportRowsProps = {
  active: Pick<ImportView, 'id' | 'counts'>
  canChoose: boolean
  aside?: ReactNode
}

export function ImportRows({ active: { id, counts }, canChoose, aside }: ImportRowsProps) {
  const [filter, setFilter] = useState<RowState | 'all'>('all')
  const [rowToMatch, setRowToMatch] = useState<ImportRowView | null>(null)
  const filters = rowStates.filter(
    (state) => (canChoose && permanentFilters.has(state)) || counts[state] > 0 || state === filter,
  )
  const labels = canChoose ? texts.imports.states : texts.imports.statesAtEnd
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Filters
          options={[
            { value: 'all', label: texts.imports.all, count: all },
            ...filters.map((state) => ({
              value: state,
              label: labels[state],
              count: counts[state],
            })),
          ]}
          value={filter}
          onChange={setFilter}
        />
        {aside}
      </div>
      <RowTable
        key={filter}
        id={id}
        filter={filter}
        onChoose={canChoose ? setRowToMatch : null}
        isEmpty={filter === 'all' ? all === 0 : counts[filter] === 0}
      />
      {rowToMatch && <ChooseAlbum id={id} row={rowToMatch} onClose={() => setRowToMatch(null)} />}
    </div>
  )
}

type FiltersProps = {
  options: { value: RowState | 'all'; label: string; count: number }[]
  value: RowState | 'all'
  onChange: (value: RowState | 'all') => void
}

function Filters({ options, value, onChange }: FiltersProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={texts.imports.show} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <label
          key={option.value}
          className={
            'relative flex h-10 items-center gap-2 rounded-full px-4 text-sm font-semibold text-muted ring ring-line ring-inset ' +
            'transition-colors duration-150 hover:text-ink has-checked:bg-sunken has-checked:text-ink has-checked:ring-edge ' +
            'pointer-coarse:h-11'
          }
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full"
          />
          {option.label}
          <span className="font-normal tabular-nums">{number.format(option.count)}</span>
        </label>
      ))}
    </div>
  )
}

type RowTableProps = {
  id: number
  filter: RowState | 'all'
  onChoose: ((row: ImportRowView) => void) | null
  isEmpty: boolean
}

const { column } = texts.imports
const heads = [column.album, column.day, column.written, column.state]

function RowTable({ id, filter, onChoose, isEmpty }: RowTableProps) {
  const query = trpc.imports.rows.useInfiniteQuery(
    { id, ...(filter !== 'all' && { state: filter }) },
    {
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchOnWindowFocus: false,
    },
  )
  if (query.isError) return <InlineError {...failureOf(query, texts.imports.rowsFailed)} className="py-10" />
  const rows = query.data?.pages.flatMap(({ items }) => items)
  if (!rows) return <RowsSkeleton />
  if (rows.length === 0 && (isEmpty || !query.isFetching))
    return <p className="py-10 text-center text-muted">{texts.imports.noRows}</p>
  return (
    <>
      {/* Explicit roles: laid out as cards on a phone, the table loses its semantics in browsers. */}
      <div
        role="table"
        aria-label={texts.imports.rows}
        aria-busy={query.isPlaceholderData}
        className="w-full"
      >
        <div role="rowgroup" className="max-lg:sr-only">
          <div
            role="row"
            className={classes(rowGrid, 'border-b border-line pb-2 text-sm font-semibold text-muted')}
          >
            {heads.map((head) => (
              <div key={head} role="columnheader">
                {head}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="divide-y divide-line">
          {rows.map((row) => (
            <ImportRow key={row.row} row={row} className={rowGrid} onChoose={onChoose} />
          ))}
        </div>
      </div>
      {query.hasNextPage && (
        <EndlessEnd query={query} text={texts.imports.rowsFailed} skeleton={<RowsSkeleton />} />
      )}
    </>
  )
}

const rowGrid =
  'grid grid-cols-1 gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,5fr)_minmax(0,4fr)] lg:items-start'

function RowsSkeleton() {
  return (
    <>
      <Loading />
      <div aria-hidden="true">
        {[0, 1, 2, 3].map((key) => (
          <div key={key} className="flex items-center gap-4 py-3">
            <Skeleton className="size-10 rounded-sleeve" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
