import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

export function HeardProgress({ id }: { id: number }) {
  const progress = trpc.lists.progress.useQuery(
    { id },
    // Another tab or device may have changed it, like the marks of the albums.
    { staleTime: 0, refetchOnWindowFocus: 'always' },
  )
  if (!progress.data) return progress.isPending ? <Skeleton className="h-4 w-56 max-w-full" /> : null
  const { heard: heardCount, albums } = progress.data
  const text = texts.lists.heardOf(heardCount, albums)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 sm:max-w-lg sm:flex-1 sm:basis-64">
      <div
        role="progressbar"
        aria-label={texts.lists.heard}
        aria-valuemin={0}
        aria-valuemax={albums}
        aria-valuenow={heardCount}
        aria-valuetext={text}
        className="h-1.5 min-w-24 flex-1 overflow-hidden rounded-full bg-lifted"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500 ease-settle"
          style={{ width: `${albums === 0 ? 0 : (heardCount / albums) * 100}%` }}
        />
      </div>
      <p className="shrink-0 text-sm text-muted">{text}</p>
    </div>
  )
}
