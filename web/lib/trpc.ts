import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import { httpBatchLink, splitLink, TRPCClientError, wsLink } from '@trpc/client'
import type { TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import { observable } from '@trpc/server/observable'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { AppRouter } from '../../server/router.ts'
import { texts, type ErrorId } from '../../shared/texts.ts'
import { TIME_ZONE } from '../../shared/timeZones.ts'
import { noteErrorId } from './errorId.ts'
import { holdQueries } from './heldQueries.ts'
import { noteServer, socket } from './socket.ts'

export const trpc = createTRPCReact<AppRouter>()

/** Null if no response of the server arrived. */
const dataOf = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null

/** True if the server has answered; otherwise the call may have arrived nevertheless. */
export const isAnswer = (error: unknown) => (dataOf(error)?.httpStatus ?? 0) > 0

/** Compares ids, because messages depend on the language. */
export const isError = (error: unknown, id: ErrorId): boolean => dataOf(error)?.id === id

export function errorText(error: unknown, fallback: string = texts.error): string {
  if (!(error instanceof TRPCClientError)) return fallback
  if (!isAnswer(error)) return texts.offline
  return isError(error, 'error') ? fallback : error.message
}

/** Returns the text for a failure of the catalogue: `fallback`, unless the operator has not set the catalogue up. */
export const catalogueErrorText = (error: unknown, fallback: string): string =>
  isError(error, 'catalog.notSetUp') ? texts.catalog.notSetUp : fallback

/** Returns the server's reason for refusing; `fallback` if it has none, or if the server did not respond. */
export const refusalText = (error: unknown, fallback: string): string =>
  isAnswer(error) ? errorText(error, fallback) : fallback

export const isNotFound = (error: unknown): boolean => dataOf(error)?.code === 'NOT_FOUND'

/** True if the thing was changed or taken meanwhile. */
export const isConflict = (error: unknown): boolean => dataOf(error)?.code === 'CONFLICT'

export const isForbidden = (error: unknown): boolean => dataOf(error)?.code === 'FORBIDDEN'

export const isInvalid = (error: unknown): boolean => dataOf(error)?.code === 'BAD_REQUEST'

/** Returns the server's messages by the fields that they refer to. */
export const fieldErrors = (error: unknown): Record<string, string> => dataOf(error)?.fields ?? {}

/** Returns false if the messages refer to no field of the form. */
export function setFieldErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
): boolean {
  const ofForm = Object.entries(fieldErrors(error)).filter(([field]) => field in form.getValues())
  ofForm.forEach(([field, message], index) => {
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
  return ofForm.length > 0
}

/** Spec section 9: search and discover pages and the album's log cache their data for 5 minutes. In milliseconds. */
export const fiveMinutes = 5 * 60 * 1000

const MAX_RETRIES = 1

class PlakQueryClient extends QueryClient {
  /** Unlike TanStack, reads again what is being loaded for the first time: that can be older than the reason of the call. */
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const isFirstLoad = (query: Query) =>
      query.isActive() && query.state.data === undefined && query.state.fetchStatus === 'fetching'
    const isRefetched = filters.refetchType !== 'none'
    const loading = new Set(isRefetched ? this.getQueryCache().findAll(filters).filter(isFirstLoad) : [])
    // Waits for the loads that are under way.
    await super.invalidateQueries(filters, options)
    if (loading.size > 0)
      await this.refetchQueries({ type: 'active', predicate: (query) => loading.has(query) }, options)
  }
}

export const makeQueryClient = () =>
  new PlakQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30 * 1000,
        gcTime: 2 * fiveMinutes,
        // Without a network a query fails visibly instead of being paused.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && (dataOf(error)?.httpStatus ?? 500) >= 500,
      },
      // A mutation made offline must not be sent automatically an hour later.
      mutations: { networkMode: 'always' },
    },
  })

/** Changes cached data. A next page that is under way is given up: it would be added to the pages as they are now. */
export function changeCached<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined })
  client.setQueriesData<Data>({ queryKey }, (data) => data && change(data))
}

/** The browser's query cache; the server creates one for each page that it renders. */
export const queryClient = makeQueryClient()

/** The next subscription opens a new one. */
export const closeSocket = (): Promise<void> => socket.close()

const unauthorizedListeners = new Set<() => void>()

/** Calls `listener` when the server rejects a call because there is no session. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener)
  return () => unauthorizedListeners.delete(listener)
}

const watchSession: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error(error) {
          if (error.data?.requestId) noteErrorId(error.data.requestId)
          if (error.data?.code === 'UNAUTHORIZED') unauthorizedListeners.forEach((listener) => listener())
          observer.error(error)
        },
      }),
    )

/** Browsers refuse more than 64 KiB of such requests at a time. */
const MAX_KEPT = 4_000

/**
 * Lets a waiting socket reconnect after every response, except one that a proxy may have sent instead of the server.
 * Small changes, like a follow, are sent even if the page is left at once; a text stays on the device until it is saved.
 */
const fetchNoted: typeof fetch = async (address, options) => {
  const isSmallChange = typeof options?.body === 'string' && options.body.length <= MAX_KEPT
  try {
    const response = await fetch(address, { ...options, ...(isSmallChange && { keepalive: true }) })
    if (response.status < 500) noteServer(true)
    return response
  } catch (error) {
    if (!options?.signal?.aborted) noteServer(false)
    throw error
  }
}

const http = {
  url: '/trpc',
  maxItems: 10,
  maxURLLength: 4000,
  fetch: fetchNoted,
  headers: { [TIME_ZONE]: Intl.DateTimeFormat().resolvedOptions().timeZone },
}

export const trpcClient = trpc.createClient({
  links: [
    watchSession,
    holdQueries,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: wsLink({ client: socket }),
      // A batch is as slow as its slowest call: calls to external services are sent alone, pictures in their own batch.
      false: splitLink({
        condition: ({ type, path }) => type === 'query' && path.startsWith('catalog.'),
        true: splitLink({
          condition: ({ path }) => path === 'catalog.artistPicture',
          true: httpBatchLink(http),
          false: httpBatchLink({ ...http, maxItems: 1 }),
        }),
        false: splitLink({
          // The cards of a page name too many albums for a URL. The token of a setup link must be in no log of a proxy.
          condition: ({ path }) => path === 'logs.states' || path === 'setup.state',
          true: httpBatchLink({ ...http, maxURLLength: Infinity, methodOverride: 'POST' }),
          false: httpBatchLink(http),
        }),
      }),
    }),
  ],
})
