import { useLayoutEffect, useRef } from 'react'

type Query = {
  hasNextPage: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** Inserts earlier comments above the list, and keeps the scroll position at the comment that was first. */
export function useEarlier({ hasNextPage, fetchNextPage }: Query, hold: (element: Element) => void) {
  const list = useRef<HTMLOListElement>(null)
  const first = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    // The focused button was removed.
    if (!hasNextPage && document.activeElement === document.body)
      first.current?.focus({ preventScroll: true })
  }, [hasNextPage])

  const showEarlier = () => {
    first.current = list.current?.firstElementChild as HTMLElement | null
    if (first.current) hold(first.current)
    // Do not cancel a running refetch.
    void fetchNextPage({ cancelRefetch: false })
  }
  return { list, showEarlier }
}
