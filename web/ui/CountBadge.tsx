import { fullCount } from './numbers.ts'

export function CountBadge({ count }: { count: number }) {
  return (
    <span className="ml-auto rounded-full bg-accent px-2 py-0.5 text-sm font-semibold text-on-accent tabular-nums">
      {/* The space makes screen readers read the number as a separate word. */}
      {` ${fullCount(count)}`}
    </span>
  )
}
