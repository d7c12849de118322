import { errorText } from './trpc.ts'

type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown }

export const failureOf = (query: FailedQuery, fallback?: string) => ({
  text: errorText(query.error, fallback),
  onRetry: () => void query.refetch(),
  busy: query.isFetching,
})
