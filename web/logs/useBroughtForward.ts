import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { rowIdIn } from '../../shared/address.ts'
import { texts } from '../../shared/texts.ts'
import { useQuery } from '../lib/navigation.ts'
import { toast } from '../ui/toast.ts'

/** How long its ground is tinted before it fades. */
const TINTED = 2500

/** The review that the address asks to bring forward; null when it asks for none. */
export const useAskedReview = (): number | null => rowIdIn(useQuery().get('review'))

/**
 * Leads to the review that the address asks for, once: a person who comes back to the page, or reloads it, finds it as they
 * left it. `found` is null until it is known whether the review is there; one that is gone leaves the address.
 * Returns the review that is to be seen at once.
 */
export function useBroughtForward(asked: number | null, found: boolean | null): number | null {
  const [tinted, setTinted] = useState<number | null>(null)
  const [, navigate] = useLocation()
  const state = useHistoryState<{ brought?: unknown } | null>()
  const isDue = asked !== null && state?.brought !== asked
  if (isDue && found && tinted !== asked) setTinted(asked)

  const bring = useEffectEvent((id: number) => {
    navigate(location.pathname + location.search, { replace: true, state: { ...state, brought: id } })
    leadTo(document.querySelector<HTMLElement>(`[data-review="${id}"]`))
  })
  const giveUp = useEffectEvent(() => {
    // One that was there has gone before the reader's eyes.
    if (isDue) toast(texts.logs.reviewNotFound)
    navigate(location.pathname, { replace: true, state })
  })
  useEffect(() => {
    if (asked === null || found === null) return
    if (!found) giveUp()
    else if (isDue) bring(asked)
  }, [asked, found, isDue])

  useEffect(() => {
    if (tinted === null) return
    const timer = setTimeout(() => setTinted(null), TINTED)
    return () => clearTimeout(timer)
  }, [tinted])
  return tinted
}

/** Scrolls to the review and has it read out, unless the person has moved on since. */
function leadTo(review: HTMLElement | null) {
  const { activeElement } = document
  const isUntouched = activeElement === document.body || activeElement?.matches('h1')
  if (!review || !isUntouched || scrollY > 0) return
  review.scrollIntoView({ block: 'start' })
  review.focus({ preventScroll: true })
}
