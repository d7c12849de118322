import { useLayoutEffect, useRef } from 'react'

type Query = {
  hasNextPage: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** Earlier comments, inserted above the list: the scroll position stays at the comment that was first. */
export function useEarlier({ hasNextPage, fetchNextPage }: Query, hold: (element: Element) => void) {
  const list = useRef<HTMLOListElement>(null)
  const first = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    // The button is gone, and with it the focus.
    if (!hasNextPage && document.activeElement === document.body)
      first.current?.focus({ preventScroll: true })
  }, [hasNextPage])

  const showEarlier = () => {
    first.current = list.current?.firstElementChild as HTMLElement | null
    if (first.current) hold(first.current)
    // A refetch that is under way is not to be cancelled.
    void fetchNextPage({ cancelRefetch: false })
  }
  return { list, showEarlier }
}
