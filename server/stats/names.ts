/** By code units. */
export const compareNames = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
