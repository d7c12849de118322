import { Loading, Skeleton, TextSkeleton } from '../ui/Skeleton.tsx'

export function ThreadSkeleton() {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="space-y-7">
        {[0, 1].map((key) => (
          <div key={key} className="flex gap-3">
            <Skeleton className="size-8 shrink-0 rounded-full" />
            <div className="flex-1">
              <Skeleton className="mt-2.5 mb-4 h-3 w-40" />
              <TextSkeleton lines={2} />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
