import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { rowIdIn } from '../../../shared/address.ts'
import { texts } from '../../../shared/texts.ts'
import { useQuery } from '../../lib/navigation.ts'
import { toast } from '../../ui/toast.ts'

/** Time until the highlight of the review fades, in milliseconds. */
const TINTED = 2500

export const useRequestedReview = (): number | null => rowIdIn(useQuery().get('review'))

/**
 * Scrolls to the review that the address requests, once, and not again after a return or reload. `isFound` is null until known;
 * the id of a missing review is removed from the address. Returns the id of the review to highlight.
 */
export function useBroughtForward(requestedId: number | null, isFound: boolean | null): number | null {
  const [highlightedId, setHighlightedId] = useState<number | null>(null)
  const [, navigate] = useLocation()
  const state = useHistoryState<{ brought?: unknown } | null>()
  const isDue = requestedId !== null && state?.brought !== requestedId
  if (isDue && isFound && highlightedId !== requestedId) setHighlightedId(requestedId)

  const bring = useEffectEvent((id: number) => {
    navigate(location.pathname + location.search, { replace: true, state: { ...state, brought: id } })
    leadTo(document.querySelector<HTMLElement>(`[data-review="${id}"]`))
  })
  const giveUp = useEffectEvent(() => {
    // No message if the user has already seen it: the review disappeared in front of them.
    if (isDue) toast(texts.logs.reviewNotFound)
    navigate(location.pathname, { replace: true, state })
  })
  useEffect(() => {
    if (requestedId === null || isFound === null) return
    if (!isFound) giveUp()
    else if (isDue) bring(requestedId)
  }, [requestedId, isFound, isDue])

  useEffect(() => {
    if (highlightedId === null) return
    const timer = setTimeout(() => setHighlightedId(null), TINTED)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return highlightedId
}

/** Also focuses the review, so that screen readers read it; unless the user has already scrolled or moved the focus. */
function leadTo(review: HTMLElement | null) {
  const { activeElement } = document
  const isUntouched = activeElement === document.body || activeElement?.matches('h1')
  if (!review || !isUntouched || scrollY > 0) return
  review.scrollIntoView({ block: 'start' })
  review.focus({ preventScroll: true })
}
