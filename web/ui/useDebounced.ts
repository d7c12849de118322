import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for `wait` milliseconds; an empty text counts at once. */
export function useDebounced(value: string, wait: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return value === '' ? '' : settled
}
