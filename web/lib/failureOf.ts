import { errorText } from './trpc.ts'

type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** Returns the props of an error message (ui/EmptyState.tsx) for a failed query, with which it can be tried again. */
export const failureOf = (query: FailedQuery, fallback?: string) => ({
  text: errorText(query.error, fallback),
  onRetry: () => void query.refetch(),
  busy: query.isFetching,
})
