// Positions in Listen later are numbers with gaps between them. Separate
// from the schemas, because the page uses them before zod is loaded.

export const FARTHEST = 2 ** 40

/** Albums with the same position are sorted by their id. */
export type Place = { position: number; albumId: number }

/** Returns a position between two others (null = the beginning or the end); null if there is no room left. */
export function positionBetween(lower: number | null, upper: number | null): number | null {
  if (lower === null || upper === null) {
    const position = lower !== null ? lower + 1 : upper !== null ? upper - 1 : 0
    return Math.abs(position) <= FARTHEST ? position : null
  }
  const middle = (lower + upper) / 2
  return lower < middle && middle < upper ? middle : null
}

export const writePlace = ({ position, albumId }: Place): string => `${position}_${albumId}`

export function readPlace(text: string | null | undefined): Place | null {
  const [, number, id] = /^(-?[\d.]{1,30}(?:e-?\d{1,3})?)_(\d{1,10})$/.exec(text ?? '') ?? []
  const position = Number(number)
  return id !== undefined && Number.isFinite(position) ? { position, albumId: Number(id) } : null
}
