import { failureOf } from '../lib/failureOf.ts'
import { InlineError } from './EmptyState.tsx'
import { Loading, Skeleton } from './Skeleton.tsx'

type SectionPlaceholderProps = {
  query: {
    isPending: boolean
    isFetching: boolean
    error: unknown
    refetch: () => unknown
  }
  /** text for an error that has none */
  failed: string
  /** sets the height of the content */
  className: string
}

/** Shown in a section of the account settings while its data is loading or could not be loaded. */
export function SectionPlaceholder({ query, failed, className }: SectionPlaceholderProps) {
  if (query.isPending) {
    return (
      <>
        <Loading />
        <Skeleton className={className} />
      </>
    )
  }
  return <InlineError {...failureOf(query, failed)} />
}
