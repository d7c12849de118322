import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { noteConnected, noteDisconnected } from './liveness.ts'

// A logical clock: events, requests and acts of this browser are numbered in one order. It goes on from page to page, because
// what was fetched stays in the cache in between.
let sequence = 0

/** The number of the latest event, request or act. */
export const lastSequence = (): number => sequence
/** The next number: of two things, the later one has the higher number. */
export const nextSequence = (): number => ++sequence

/**
 * How a live page is fetched: whenever it is opened, and then not again by itself, because events keep it fresh (`useLive`
 * refetches where some were lost). Only a failed query is tried again when the window is focused.
 */
export const liveQuery = {
  staleTime: 0,
  refetchOnWindowFocus: ({ state }: { state: { data: unknown } }) => state.data === undefined,
}

type Subscription = { status: 'idle' | 'connecting' | 'pending' | 'error'; reset: () => void }

/** A subscription procedure of the router (`trpc.comments.live`). */
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
  /** where it begins: the `live` of the page that was fetched */
  from: string
  initialState: State
  /** adds the event that was received as number `at` */
  applyEvent: (state: State, at: number, event: Event) => State
  /** the number of the last event because of which everything must be refetched; 0 for none */
  refetchAfter: (state: State) => number
  refetch: () => Promise<unknown>
  /** what else an event does */
  onEvent?: (event: Event) => void
  /** applies an error with which the server ended the subscription */
  applyError?: (state: State, error: unknown) => State
  /** whether no more events can come */
  isOver?: (state: State) => boolean
}

/**
 * Keeps a fetched page current: collects the events from the page's `live` on, once and in order, across lost
 * connections; refetches where events were lost, and now and then while there is no connection. Returns the state made of
 * the events, and how the page itself changes it.
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
    // A failed try waits for the connection to come back, or for the next gap.
    if (outdated > 0 && isLive) void refetch()
  }, [outdated, isLive, refetch])

  return [state, setState]
}

const RESTART = 3_000

/**
 * Where a live subscription of a page begins (a page's `live`) and how far it has come. Give `from` to the
 * subscription as its `lastEventId` and call `reached` with the id of each event.
 */
export function useLivePlace(first: string) {
  const last = useRef(first)
  // Only read at the beginning: later pages have a later `live`, which is no reason to subscribe again.
  const [from, setFrom] = useState(first)
  return {
    from,
    reached: (id: string) => void (last.current = id),
    /** goes on from the last event; `reset` begins the very same subscription again */
    goOn: (reset: () => void) => (last.current === from ? reset() : setFrom(last.current)),
  }
}

type Kept = {
  /** whether no more events can come */
  isOver?: boolean | undefined
  /** reads again what it is about, while there is no connection */
  refetch?: () => Promise<unknown>
}

/**
 * Keeps a subscription alive and returns whether it is. tRPC itself goes on from the last event when a connection was
 * lost; where the subscription itself ended (the server failed for a moment) it is started again, from there as well.
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
