import { Suspense } from 'react'
import type { Taste as TasteInCommon } from '../../shared/suggestions.ts'
import { useViewer } from '../auth/viewer.tsx'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { trpc } from '../lib/trpc.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

const TasteSection = lazyPage(() => import('./TasteSection.tsx'), 'taste')

export function useTaste(nickname: string, isOther: boolean) {
  const { viewer } = useViewer()
  return trpc.users.taste.useQuery({ nickname }, { enabled: isOther && viewer !== null })
}

/** Renders nothing, and loads no code, if there is nothing to compare or if it could not be read. */
export function Taste({ taste }: { taste: TasteInCommon | null | undefined }) {
  if (!taste) return null
  const placeholder = <TasteSkeleton hasExamples={taste.examples.length > 0} />
  return (
    <InBrowser fallback={placeholder}>
      <Suspense fallback={placeholder}>
        <TasteSection taste={taste} />
      </Suspense>
    </InBrowser>
  )
}

function TasteSkeleton({ hasExamples }: { hasExamples: boolean }) {
  return (
    <div aria-hidden="true" className="mt-12 sm:mt-16">
      <Skeleton className="h-7 w-44" />
      <Skeleton className="mt-5 h-6 w-80 max-w-full" />
      {hasExamples && <Skeleton className="mt-5 h-36 w-84 max-w-full" />}
    </div>
  )
}
