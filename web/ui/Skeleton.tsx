import { texts } from '../../shared/texts.ts'
import { albumGrid } from './AlbumGrid.tsx'
import { classes } from './classes.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div className={classes('animate-breathe rounded-control bg-lifted', className)} />
}

export function Loading() {
  return (
    <span role="status" className="sr-only">
      {texts.ui.loading}
    </span>
  )
}

export function TileSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="aspect-square rounded-sleeve" />
      <Skeleton className="mt-3.5 h-3 w-4/5" />
      <Skeleton className="mt-2.5 mb-1 h-3 w-1/2" />
    </div>
  )
}

export function AlbumGridSkeleton({ count = 12 }: { count?: number }) {
  return (
    <div className={albumGrid}>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <TileSkeleton key={index} />
      ))}
    </div>
  )
}

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className="space-y-3">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={classes('h-3.5', index === lines - 1 && 'w-3/5')} />
      ))}
    </div>
  )
}
