// Part of the first script: no zod.

/** The year to show beside an album's name; null if it is unknown or the name ends with it, as in 'Peter Gabriel (1980)'. */
export const shownYear = ({ name, year }: { name: string; year: number | null }): number | null =>
  year !== null && new RegExp(`\\(${year}(-\\d\\d)?\\)$`).test(name) ? null : year
