import { useEffect, useEffectEvent, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { noteConnected, noteDisconnected } from './liveness.ts'

// Logical clock of this tab's events, requests and actions. It continues from page to page, because fetched data stays cached.
let sequence = 0

export const lastSequence = (): number => sequence
export const nextSequence = (): number => ++sequence

/** Fetched each time a live page opens, then kept fresh by events. Only a failed query is retried when the window is focused. */
export const liveQuery = {
  staleTime: 0,
  refetchOnWindowFocus: ({ state }: { state: { data: unknown } }) => state.data === undefined,
}

type LiveProcedure<Input, Event> = {
  useSubscription: (
    input: Input & { lastEventId: string | null },
    options: {
      enabled: boolean
      onData: (message: { id: string; data: Event }) => void
      onError: (error: unknown) => void
    },
  ) => { status: 'idle' | 'connecting' | 'pending' | 'error'; reset: () => void }
}

type Events<Input, Event> = {
  input: Input
  /** start position: the `live` of the fetched page; without one, the first event is `live` */
  from: string | null
  onEvent: (event: Event, id: string) => void
  /** called with an error with which the server ended the subscription */
  onError?: (error: unknown) => void
  /** true if no more events can come */
  isOver?: boolean | undefined
  refetch?: () => Promise<unknown>
}

/** In milliseconds. */
const RESTART = 3_000

/**
 * Receives each event once and in order, across reconnects; returns whether it is connected. tRPC resumes a lost connection from
 * the last event; a subscription that ended because the server failed is restarted from there, too.
 */
export function useEvents<Input, Event>(
  procedure: LiveProcedure<Input, Event>,
  { input, from, onEvent, onError, isOver = false, refetch }: Events<Input, Event>,
): boolean {
  const last = useRef(from)
  // Only the initial value counts: later pages have a later `live`, which does not resubscribe.
  const [start, setStart] = useState(from)
  const { status, reset } = procedure.useSubscription(
    { ...input, lastEventId: start },
    {
      enabled: !isOver,
      onData({ id, data }) {
        last.current = id
        onEvent(data, id)
      },
      onError: (error) => onError?.(error),
    },
  )
  // `reset` restarts a subscription with unchanged input.
  const restart = useEffectEvent(() => (last.current === start ? reset() : setStart(last.current)))
  const refetchNow = useEffectEvent(() => void refetch?.())

  const hasEnded = !isOver && (status === 'error' || status === 'idle')
  useEffect(() => {
    if (!hasEnded) return
    const timer = setTimeout(() => restart(), RESTART * (0.5 + Math.random()))
    return () => clearTimeout(timer)
  }, [hasEnded])

  const isLive = status === 'pending'
  useEffect(() => {
    if (isOver) return
    return isLive ? noteConnected() : noteDisconnected(() => refetchNow())
  }, [isOver, isLive])
  return isLive
}

type Live<Input, Event, State> = {
  input: Input
  from: string
  initialState: State
  /** applies the event that was received as number `at` */
  applyEvent: (state: State, at: number, event: Event) => State
  /** returns the number of the last event that requires a full refetch; 0 if there is none */
  refetchAfter: (state: State) => number
  refetch: () => Promise<unknown>
  onEvent?: (event: Event) => void
  applyError?: (state: State, error: unknown) => State
  isOver?: (state: State) => boolean
}

/**
 * Keeps a fetched page current: applies the events from the page's `live` on. It refetches if events were lost, and periodically
 * while disconnected. Returns the state made of the events, and a setter with which the page changes that state.
 */
export function useLive<Input, Event, State>(
  procedure: LiveProcedure<Input, Event>,
  { input, from, initialState, applyEvent, refetchAfter, refetch, ...options }: Live<Input, Event, State>,
): [State, Dispatch<SetStateAction<State>>] {
  const { onEvent, applyError, isOver } = options
  const [state, setState] = useState(initialState)
  const isLive = useEvents(procedure, {
    input,
    from,
    onEvent(event) {
      const at = nextSequence()
      setState((previous) => applyEvent(previous, at, event))
      onEvent?.(event)
    },
    onError: (error) => applyError && setState((previous) => applyError(previous, error)),
    isOver: isOver?.(state),
    refetch,
  })

  const outdated = refetchAfter(state)
  useEffect(() => {
    // A failed refetch is retried after a reconnect, or after the next gap.
    if (outdated > 0 && isLive) void refetch()
  }, [outdated, isLive, refetch])

  return [state, setState]
}

type Changes<Event> = {
  /** start position; without one, the data is refetched when the subscription has begun */
  from?: string | null
  onEvent: (event: Event) => void
  refetch: () => Promise<unknown>
}

/**
 * Keeps cached queries current with events about them. It also refetches if changes can be missing: before the subscription
 * began, when events were lost, and periodically while disconnected.
 */
export function useLiveChanges<Event extends { type: string }>(
  procedure: LiveProcedure<object, Event>,
  { from = null, onEvent, refetch }: Changes<Event>,
): void {
  useEvents(procedure, {
    input: {},
    from,
    onEvent(event) {
      if (event.type === 'live' || event.type === 'reset') void refetch()
      else onEvent(event)
    },
    refetch,
  })
}
