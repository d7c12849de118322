/** Position in a list sorted newest first by time and id: the last row of the previous page. */
export type Cursor = { at: Date; id: number }

/** Serializes a cursor as a short opaque string. */
export const writeCursor = ({ at, id }: Cursor): string => `${at.getTime().toString(36)}.${id.toString(36)}`

/** Parses a cursor; returns null for an invalid one, so that the list starts from its beginning instead of failing. */
export function readCursor(text: string | null | undefined): Cursor | null {
  const [, at, id] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,7})$/.exec(text ?? '') ?? []
  return at && id ? { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) } : null
}

/** True if `a` is sorted before `b` in such a list. */
export const isNewer = (
  a: { createdAt: string; id: number },
  b: { createdAt: string; id: number },
): boolean => a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
