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
  failed: string
  className: string
}

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
