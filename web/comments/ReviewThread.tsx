import { Suspense, type ComponentProps } from 'react'
import { lazyPage } from '../lib/lazyPage.ts'
import type { Thread } from './Thread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'

/** Loaded lazily: the thread of a review is initially folded. */
const Loaded = lazyPage(() => import('./Thread.tsx').then((module) => ({ default: module.Thread })))

export const prepareThread = (): void => void Loaded.load().catch(() => undefined)

type ReviewThreadProps = Omit<ComponentProps<typeof Thread>, 'thread'> & { review: number }

export function ReviewThread({ review, ...props }: ReviewThreadProps) {
  return (
    <Suspense fallback={<ThreadSkeleton />}>
      <Loaded thread={{ review }} {...props} />
    </Suspense>
  )
}
