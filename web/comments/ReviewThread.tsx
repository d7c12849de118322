import { Suspense, type ComponentProps } from 'react'
import { lazyPage } from '../lib/lazyPage.ts'
import type { Thread } from './Thread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'

/** A review's thread is folded at first: no page waits for what it is made of. */
const Loaded = lazyPage(() => import('./Thread.tsx').then((module) => ({ default: module.Thread })))

/** Preloads it before one is unfolded. */
export const prepareThread = (): void => void Loaded.load().catch(() => undefined)

type ReviewThreadProps = Omit<ComponentProps<typeof Thread>, 'thread'> & { review: number }

/** What people say of a review. */
export function ReviewThread({ review, ...props }: ReviewThreadProps) {
  return (
    <Suspense fallback={<ThreadSkeleton />}>
      <Loaded thread={{ review }} {...props} />
    </Suspense>
  )
}
