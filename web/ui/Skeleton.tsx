import { texts } from '../../shared/texts.ts'
import { albumGrid } from './AlbumGrid.tsx'
import { classes } from './classes.ts'

/** One breathing block; give it its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={classes('animate-breathe rounded-control bg-lifted', className)} />
}

/** Tells screen readers once that something is loading. */
export function Loading() {
  return (
    <span role="status" className="sr-only">
      {texts.ui.loading}
    </span>
  )
}

/** Sleeve and two lines of an AlbumTile. */
export function TileSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="aspect-square rounded-sleeve" />
      <Skeleton className="mt-3.5 h-3 w-4/5" />
      <Skeleton className="mt-2.5 mb-1 h-3 w-1/2" />
    </div>
  )
}

/** An AlbumGrid that is loading. */
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

/** Lines of text that are loading; the last is shorter. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className="space-y-3">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={classes('h-3.5', index === lines - 1 && 'w-3/5')} />
      ))}
    </div>
  )
}

/** An entry of a feed or a review: avatar, a line, a sleeve, text. */
export function EntrySkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-4 py-6">
      <Skeleton className="size-10 shrink-0 rounded-full" />
      <div className="min-w-0 flex-1">
        <Skeleton className="mt-1 mb-4 h-3.5 w-48" />
        <div className="flex gap-4">
          <Skeleton className="size-24 shrink-0 rounded-sleeve" />
          <div className="flex-1">
            <TextSkeleton />
          </div>
        </div>
      </div>
    </div>
  )
}
