import { useRef } from 'react'

/** Ignores calls while the previous one is pending: the second click of a double click arrives before the next render. */
export function useOnce(act: () => Promise<unknown>): () => Promise<void> {
  const isActing = useRef(false)
  return async () => {
    if (isActing.current) return
    isActing.current = true
    await act().finally(() => (isActing.current = false))
  }
}
