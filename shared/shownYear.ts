// Part of the first script: no zod.

/** The year to show beside an album's name; null if it is unknown or in the name, as in 'Peter Gabriel (1980)'. */
export const shownYear = ({ name, year }: { name: string; year: number | null }): number | null =>
  name.includes(`(${year}`) ? null : year
