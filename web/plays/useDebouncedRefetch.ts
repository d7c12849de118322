import { useEffect, useRef } from 'react'

/** In milliseconds: events of plays come in bursts. */
const PAUSE = 300

/** Refetches once after a burst of calls. */
export function useDebouncedRefetch(refetch: () => Promise<unknown>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void latest.current(), PAUSE)
  }
}
