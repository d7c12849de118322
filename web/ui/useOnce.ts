import { useRef } from 'react'

/** Does nothing while what it did last is not done yet: the second press of a double click comes before anything is drawn. */
export function useOnce(act: () => Promise<unknown>): () => Promise<void> {
  const isActing = useRef(false)
  return async () => {
    if (isActing.current) return
    isActing.current = true
    await act().finally(() => (isActing.current = false))
  }
}
