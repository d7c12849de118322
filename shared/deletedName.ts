// How the audit trail names an account whose nickname is no longer kept. The command line and the API use this name as it is;
// the web shows it in the reader's language.

/** Gives the name of a deleted account in the trail; no nickname has a space or '#', so it can be told from one. */
export const deletedName = (id: number): string => `deleted account #${id}`

/** Gives the number in such a name; null for any other name. */
export const numberInDeletedName = (name: string): string | null =>
  /^deleted account #(\d+)$/.exec(name)?.[1] ?? null
