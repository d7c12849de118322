import { useEffect, useRef, useState } from 'react'

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

/**
 * Keeps a subscription alive and answers whether it is. tRPC itself goes on from the last event when a connection was
 * lost; where the subscription itself ended (the server failed for a moment) it is begun anew, from there as well.
 */
export function useKeptLive(
  { goOn }: ReturnType<typeof useLivePlace>,
  { status, reset }: { status: 'idle' | 'connecting' | 'pending' | 'error'; reset: () => void },
): boolean {
  const again = useRef(() => {})
  useEffect(() => {
    again.current = () => goOn(reset)
  })
  const ended = status === 'error' || status === 'idle'
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(() => again.current(), RESTART * (0.5 + Math.random()))
    return () => clearTimeout(timer)
  }, [ended])
  return status === 'pending'
}
