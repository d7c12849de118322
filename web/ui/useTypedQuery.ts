import { useEffect, useRef, useState } from 'react'

/** Typed text is written to the address after `wait` ms (at once if empty); a change of the address updates the text. */
export function useTypedQuery(query: string, write: (query: string) => void, wait: number) {
  const [text, setText] = useState(query)
  const addressQuery = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A timer must not navigate after its page was left.
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (query === addressQuery.current) return
    clearTimeout(timer.current)
    addressQuery.current = query
    setText(query)
  }, [query])

  const settle = (typed: string) => {
    clearTimeout(timer.current)
    if (typed.trim() === addressQuery.current) return
    addressQuery.current = typed.trim()
    write(typed.trim())
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    if (typed.trim() === '') settle(typed)
    else timer.current = setTimeout(() => settle(typed), wait)
  }
  return { text, type, settle: () => settle(text) }
}
