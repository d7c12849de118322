import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { noteHearing, noteWaiting } from './liveness.ts'

let moments = 0

/** The number of what was heard, done or asked for last. */
export const lastMoment = (): number => moments
/**
 * Numbers what is heard, done and asked for: of two things the later one has the higher number. It goes on from
 * page to page, because what was fetched stays in the cache in between.
 */
export const nextMoment = (): number => ++moments

/**
 * How a page that is live is read: anew whenever it is opened, and then not again by itself, because the events keep it
 * fresh (`useLive` fetches anew where some were lost). Only what could not be read is tried again when one comes back.
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
      onData: (told: { id: string; data: Event }) => void
      onError: (error: unknown) => void
    },
  ) => Subscription
}

type Live<Input, Event, Heard> = {
  input: Input
  /** where it begins: the `live` of the page that was fetched */
  from: string
  nothing: Heard
  /** adds the event that was heard as number `at` */
  hear: (heard: Heard, at: number, event: Event) => Heard
  /** the number of the last thing heard for which everything must be fetched anew; 0 for none */
  gap: (heard: Heard) => number
  refetch: () => Promise<unknown>
  /** what else an event does */
  onEvent?: (event: Event) => void
  /** what to make of the server ending it with an error */
  hearError?: (heard: Heard, error: unknown) => Heard
  /** whether there is nothing to be heard any more */
  isOver?: (heard: Heard) => boolean
}

/**
 * Keeps what a page has fetched true: collects what is heard from the page's `live` on, once and in order, across
 * lost connections; fetches anew where events were lost, and now and then while there is no way to hear any.
 * Answers what was heard, and how the page itself adds to it.
 */
export function useLive<Input, Event, Heard>(
  procedure: LiveProcedure<Input, Event>,
  { input, from, nothing, hear, gap, refetch, onEvent, hearError, isOver }: Live<Input, Event, Heard>,
): [Heard, Dispatch<SetStateAction<Heard>>] {
  const [heard, setHeard] = useState(nothing)
  const place = useLivePlace(from)
  const subscription = procedure.useSubscription(
    { ...input, lastEventId: place.from },
    {
      enabled: !isOver?.(heard),
      onData({ id, data }) {
        place.reached(id)
        const at = nextMoment()
        setHeard((before) => hear(before, at, data))
        onEvent?.(data)
      },
      onError: (error) => hearError && setHeard((before) => hearError(before, error)),
    },
  )
  const isLive = useKeptLive(place, subscription, { isOver: isOver?.(heard), refetch })

  const wanted = gap(heard)
  useEffect(() => {
    // A failed try waits for the connection to come back, or for the next gap.
    if (wanted > 0 && isLive) void refetch()
  }, [wanted, isLive, refetch])

  return [heard, setHeard]
}

const RESTART = 3_000

/**
 * Where a live subscription of a page begins (a page's `live`) and how far it has come. Give `from` to the
 * subscription as its `lastEventId` and tell `reached` the id of each event.
 */
export function useLivePlace(first: string) {
  const last = useRef(first)
  // Only read at the beginning: later pages have a later `live`, which is no reason to subscribe anew.
  const [from, setFrom] = useState(first)
  return {
    from,
    reached: (id: string) => void (last.current = id),
    /** goes on from the last event; `reset` begins the very same subscription again */
    goOn: (reset: () => void) => (last.current === from ? reset() : setFrom(last.current)),
  }
}

type Kept = {
  /** whether there is nothing to be heard any more */
  isOver?: boolean | undefined
  /** reads anew what it is about, while there is no way to hear of it */
  refetch?: () => Promise<unknown>
}

/**
 * Keeps a subscription alive and answers whether it is. tRPC itself goes on from the last event when a connection was
 * lost; where the subscription itself ended (the server failed for a moment) it is begun anew, from there as well.
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
    return isLive ? noteHearing() : noteWaiting(() => readAnew.current())
  }, [isOver, isLive])
  return isLive
}
