import { texts } from '../../shared/texts.ts'

/** The place of an album in a ranked list, whatever order it is shown in. */
export function Rank({ place }: { place: number }) {
  return (
    <span className="mb-1.5 block text-sm font-semibold text-muted tabular-nums">
      {place.toLocaleString(texts.numbers)}
    </span>
  )
}
