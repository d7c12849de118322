import { QueryClient } from '@tanstack/react-query'
import { httpBatchLink, splitLink, TRPCClientError, wsLink } from '@trpc/client'
import type { TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import { observable } from '@trpc/server/observable'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { AppRouter } from '../../server/router.ts'
import { texts, type ErrorId } from '../../shared/texts.ts'
import { noteErrorId } from './errorId.ts'
import { noteServer, socket } from './socket.ts'

export const trpc = createTRPCReact<AppRouter>()

/** The error's data as the server sends it; null when no answer of the server came through. */
const dataOf = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null

const isAnswer = (error: unknown) => (dataOf(error)?.httpStatus ?? 0) > 0

/** Whether the server's error has that id; its text depends on the language. */
export const isError = (error: unknown, id: ErrorId): boolean => dataOf(error)?.id === id

/** An error in words for a person: the server's own where it has some, else `fallback`. */
export function errorText(error: unknown, fallback: string = texts.error): string {
  if (!(error instanceof TRPCClientError)) return fallback
  if (!isAnswer(error)) return texts.offline
  return isError(error, 'error') ? fallback : error.message
}

/** Why the server refused, in its own words; `fallback` where it has none, or did not answer at all. */
export const refusalText = (error: unknown, fallback: string): string =>
  isAnswer(error) ? errorText(error, fallback) : fallback

/** Whether the server says that there is no such thing. */
export const isNotFound = (error: unknown): boolean => dataOf(error)?.code === 'NOT_FOUND'

/** Whether what was to be changed is another by now, or taken. */
export const isConflict = (error: unknown): boolean => dataOf(error)?.code === 'CONFLICT'

/** Whether the server does not let the person do it. */
export const isForbidden = (error: unknown): boolean => dataOf(error)?.code === 'FORBIDDEN'

/** Whether the server says that what it was asked for cannot be. */
export const isInvalid = (error: unknown): boolean => dataOf(error)?.code === 'BAD_REQUEST'

/** Puts the server's words at the fields they are about; false when no field of the form is meant. */
export function setFieldErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
): boolean {
  const known = Object.entries(dataOf(error)?.fields ?? {}).filter(([field]) => field in form.getValues())
  known.forEach(([field, message], index) => {
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
  return known.length > 0
}

/** Spec section 9: search and discover pages and the album's log keep what they read for 5 minutes. */
export const fiveMinutes = 5 * 60 * 1000

const MAX_RETRIES = 1

/** What was read, and how long it is believed. */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30 * 1000,
        gcTime: 2 * fiveMinutes,
        // Without a network a query fails and says so; it does not wait unseen.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && (dataOf(error)?.httpStatus ?? 500) >= 500,
      },
      // A mutation made offline must not be sent by itself an hour later.
      mutations: { networkMode: 'always' },
    },
  })

/** The browser's; the server has one for each page that it draws. */
export const queryClient = makeQueryClient()

/** Closes the WebSocket and completes its subscriptions; the next subscription opens a new one. */
export const closeSocket = (): Promise<void> => socket.close()

const unauthorizedListeners = new Set<() => void>()

/** Calls the listener when the server refused any call for want of a session; returns how to stop that. */
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

/** Every answer lets a waiting socket reconnect, except one that a proxy may have sent instead of the server. */
const fetchNoted: typeof fetch = async (...request) => {
  try {
    const response = await fetch(...request)
    if (response.status < 500) noteServer(true)
    return response
  } catch (error) {
    if (!request[1]?.signal?.aborted) noteServer(false)
    throw error
  }
}

const http = { url: '/trpc', maxItems: 10, maxURLLength: 4000, fetch: fetchNoted }

export const trpcClient = trpc.createClient({
  links: [
    watchSession,
    splitLink({
      condition: ({ type }) => type === 'subscription',
      true: wsLink({ client: socket }),
      // A batch is as slow as its slowest call: what may wait for a service outside goes alone, pictures by themselves.
      false: splitLink({
        condition: ({ type, path }) => type === 'query' && path.startsWith('catalog.'),
        true: splitLink({
          condition: ({ path }) => path === 'catalog.artistPicture',
          true: httpBatchLink(http),
          false: httpBatchLink({ ...http, maxItems: 1 }),
        }),
        false: splitLink({
          // The cards of a page name too many albums for an address.
          condition: ({ path }) => path === 'logs.states',
          true: httpBatchLink({ ...http, maxURLLength: Infinity, methodOverride: 'POST' }),
          false: httpBatchLink(http),
        }),
      }),
    }),
  ],
})
