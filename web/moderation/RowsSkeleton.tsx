import { Loading, Skeleton } from '../ui/Skeleton.tsx'

export function RowsSkeleton() {
  return (
    <div>
      <Loading />
      <div aria-hidden="true" className="flex flex-col gap-6">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="flex flex-col gap-2">
            <Skeleton className="h-5 w-72 max-w-full" />
            <Skeleton className="h-4 w-120 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
