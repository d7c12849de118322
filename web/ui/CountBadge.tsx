import { fullCount } from './numbers.ts'

/** How many of something wait, at the end of a line of a menu; part of its name. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span className="ml-auto rounded-full bg-accent px-2 py-0.5 text-sm font-semibold text-on-accent tabular-nums">
      {/* Read out as a word of its own. */}
      {` ${fullCount(count)}`}
    </span>
  )
}
