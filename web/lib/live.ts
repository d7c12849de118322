import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { noteConnected, noteDisconnected } from './liveness.ts'

// Logical clock: numbers events, requests and actions of this tab in one order. It continues from page to page, because fetched
// data stays in the cache.
let sequence = 0

/** Returns the number of the latest event, request or action. */
export const lastSequence = (): number => sequence
/** Returns the next number; a later event, request or action has a higher one. */
export const nextSequence = (): number => ++sequence

/**
 * Query options of a live page: fetched each time it is opened, and not refetched automatically, because events keep it fresh
 * (`useLive` refetches if some were lost). Only a failed query is retried when the window is focused.
 */
export const liveQuery = {
  staleTime: 0,
  refetchOnWindowFocus: ({ state }: { state: { data: unknown } }) => state.data === undefined,
}

type Subscription = { status: 'idle' | 'connecting' | 'pending' | 'error'; reset: () => void }

/** A subscription procedure of the router, such as `trpc.comments.live`. */
type LiveProcedure<Input, Event> = {
  useSubscription: (
    input: Input & { lastEventId: string },
    options: {
      enabled: boolean
      onData: (message: { id: string; data: Event }) => void
      onError: (error: unknown) => void
    },
  ) => Subscription
}

type Live<Input, Event, State> = {
  input: Input
  /** start position of the subscription: the `live` of the fetched page */
  from: string
  initialState: State
  /** applies the event that was received as number `at` */
  applyEvent: (state: State, at: number, event: Event) => State
  /** returns the number of the last event that requires a full refetch; 0 if there is none */
  refetchAfter: (state: State) => number
  refetch: () => Promise<unknown>
  /** side effect of an event */
  onEvent?: (event: Event) => void
  /** applies an error with which the server ended the subscription */
  applyError?: (state: State, error: unknown) => State
  /** returns whether no more events can come */
  isOver?: (state: State) => boolean
}

/**
 * Keeps a fetched page current: applies the events from the page's `live` on, once and in order, across reconnects. It refetches
 * if events were lost, and periodically while disconnected. Returns the state made of the events, and a setter with which the
 * page changes that state.
 */
export function useLive<Input, Event, State>(
  procedure: LiveProcedure<Input, Event>,
  {
    input,
    from,
    initialState,
    applyEvent,
    refetchAfter,
    refetch,
    onEvent,
    applyError,
    isOver,
  }: Live<Input, Event, State>,
): [State, Dispatch<SetStateAction<State>>] {
  const [state, setState] = useState(initialState)
  const place = useLivePlace(from)
  const subscription = procedure.useSubscription(
    { ...input, lastEventId: place.from },
    {
      enabled: !isOver?.(state),
      onData({ id, data }) {
        place.reached(id)
        const at = nextSequence()
        setState((before) => applyEvent(before, at, data))
        onEvent?.(data)
      },
      onError: (error) => applyError && setState((before) => applyError(before, error)),
    },
  )
  const isLive = useKeptLive(place, subscription, { isOver: isOver?.(state), refetch })

  const outdated = refetchAfter(state)
  useEffect(() => {
    // A failed refetch is retried after a reconnect, or after the next gap.
    if (outdated > 0 && isLive) void refetch()
  }, [outdated, isLive, refetch])

  return [state, setState]
}

const RESTART = 3_000

/**
 * Tracks the start position of a live subscription (a page's `live`) and its progress. Pass `from` to the subscription as
 * `lastEventId`, and call `reached` with the id of each event.
 */
export function useLivePlace(first: string) {
  const last = useRef(first)
  // Only the initial value counts: later pages have a later `live`, which does not resubscribe.
  const [from, setFrom] = useState(first)
  return {
    from,
    reached: (id: string) => void (last.current = id),
    /** continues after the last event; `reset` restarts a subscription with unchanged input */
    goOn: (reset: () => void) => (last.current === from ? reset() : setFrom(last.current)),
  }
}

type Kept = {
  /** true if no more events can come */
  isOver?: boolean | undefined
  /** refetches the data while disconnected */
  refetch?: () => Promise<unknown>
}

/**
 * Keeps a subscription alive and returns whether it is connected. After a lost connection, tRPC itself continues from the last
 * event. If the subscription itself ended (the server failed for a moment), it is restarted from there, too.
 */
export function useKeptLive(
  { goOn }: ReturnType<typeof useLivePlace>,
  { status, reset }: Subscription,
  { isOver = false, refetch }: Kept = {},
): boolean {
  const again = useRef(() => {})
  const readAnew = useRef(() => {})
  useEffect(() => {
    again.current = () => goOn(reset)
    readAnew.current = () => void refetch?.()
  })
  const ended = !isOver && (status === 'error' || status === 'idle')
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(() => again.current(), RESTART * (0.5 + Math.random()))
    return () => clearTimeout(timer)
  }, [ended])

  const isLive = status === 'pending'
  useEffect(() => {
    if (isOver) return
    return isLive ? noteConnected() : noteDisconnected(() => readAnew.current())
  }, [isOver, isLive])
  return isLive
}
