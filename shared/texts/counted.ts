/** '1,204 albums' and '1 album'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** '1.204 albüm': Turkish counts in the singular. */
export const countedInTurkish = (count: number, noun: string): string =>
  `${count.toLocaleString('tr-TR')} ${noun}`
