import { useEffect, useRef, useState } from 'react'

/**
 * The text of a search box and the query in the address, kept in step: what is typed is written once it
 * stands still for `wait` milliseconds (an empty box at once); what the address says by itself (back, a link)
 * is shown.
 */
export function useTypedQuery(query: string, write: (query: string) => void, wait: number) {
  const [text, setText] = useState(query)
  const written = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A page that was left must not be navigated by a timer that it left behind.
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (query === written.current) return
    clearTimeout(timer.current)
    written.current = query
    setText(query)
  }, [query])

  const settle = (typed: string) => {
    clearTimeout(timer.current)
    if (typed.trim() === written.current) return
    written.current = typed.trim()
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
