// The places of a person's own order are numbers with room in between. Apart from the schemas, because the page asks these
// before zod is loaded.

/** No place lies farther out. */
export const FARTHEST = 2 ** 40

/** A place in the order: the position, and of two albums that share one the one with the lower number first. */
export type Place = { position: number; albumId: number }

/** A position between two others, null for the beginning or the end; null where there is no room left. */
export function positionBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null) {
    const position = before !== null ? before + 1 : after !== null ? after - 1 : 0
    return Math.abs(position) <= FARTHEST ? position : null
  }
  const middle = (before + after) / 2
  return before < middle && middle < after ? middle : null
}

/** Writes the place of the last row of a page as its cursor. */
export const writePlace = ({ position, albumId }: Place): string => `${position}_${albumId}`

/** Reads such a cursor; null when the text is none of ours, so that the list starts again instead of failing. */
export function readPlace(text: string | null | undefined): Place | null {
  const [, number, id] = /^(-?[\d.]{1,30}(?:e-?\d{1,3})?)_(\d{1,10})$/.exec(text ?? '') ?? []
  const position = Number(number)
  return id !== undefined && Number.isFinite(position) ? { position, albumId: Number(id) } : null
}
