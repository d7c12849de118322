import { compactCount, fullCount } from '../ui/numbers.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

export type Figure = { name: string; value: number | string | null }

export function HeroFigures({ figures }: { figures: Figure[] }) {
  const knownFigures = figures.filter(({ value }) => value !== null)
  if (knownFigures.length === 0) return null
  return (
    <dl className="mt-7 flex flex-wrap gap-x-5 gap-y-4 sm:gap-x-9">
      {knownFigures.map(({ name, value }) => (
        // The name is read first but shown below the value.
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{name}</dt>
          <dd title={typeof value === 'number' ? fullCount(value) : undefined} className="heading text-xl">
            {typeof value === 'number' ? compactCount(value) : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function HeroFiguresSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="mt-7 flex gap-5 sm:gap-9">
      {Array.from({ length: count }, (_, key) => (
        <div key={key} className="flex h-12 flex-col justify-between py-1">
          <Skeleton className="h-5 w-14" />
          <Skeleton className="h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
