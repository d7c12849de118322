// Name of an account in the audit trail after its nickname was deleted. The command line and the API use this name as it is;
// the web shows it in the viewer's language.

/** Contains a space and '#', so it can never be a nickname. */
export const deletedName = (id: number): string => `deleted account #${id}`

export const numberInDeletedName = (name: string): string | null =>
  /^deleted account #(\d+)$/.exec(name)?.[1] ?? null
