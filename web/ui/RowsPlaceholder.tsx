import type { ComponentType } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { failureOf } from '../lib/trpc.ts'
import { PageError } from './EmptyState.tsx'
import { Loading } from './Skeleton.tsx'

type RowsPlaceholderProps = {
  query: { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  /** skeleton of a row */
  Row: ComponentType
  count: number
  className: string
}

/** Shown in a page of rows while its query is loading, or could not be loaded. */
export function RowsPlaceholder({ query, Row, count, className }: RowsPlaceholderProps) {
  if (query.isError) {
    const way = { text: texts.exploreAlbums, href: paths.albums() }
    return <PageError {...failureOf(query)} way={way} />
  }
  return (
    <div className={className}>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <Row key={index} />
      ))}
    </div>
  )
}
