import { useEffect, useState } from 'react'

/** An empty text applies at once. */
export function useDebounced(value: string, wait: number): string {
  const [settledValue, setSettledValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), value === '' ? 0 : wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return value === '' ? '' : settledValue
}
