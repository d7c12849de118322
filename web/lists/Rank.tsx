import { texts } from '../../shared/texts.ts'

/** Rank of an album in a ranked list, independent of the order in which the list is shown. */
export function Rank({ place }: { place: number }) {
  return (
    <span className="mb-1.5 block text-sm font-semibold text-muted tabular-nums">
      {place.toLocaleString(texts.numbers)}
    </span>
  )
}
