/** Position in a list sorted newest first by time and id: the last row of the previous page. */
export type Cursor = { at: Date; id: number }

export const writeCursor = ({ at, id }: Cursor): string => `${at.getTime().toString(36)}.${id.toString(36)}`

/** null for an invalid cursor, so that the list starts from its beginning instead of failing */
export function readCursor(text: string | null | undefined): Cursor | null {
  const [, at, id] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,7})$/.exec(text ?? '') ?? []
  return at && id ? { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) } : null
}

export const isNewer = (
  a: { createdAt: string; id: number },
  b: { createdAt: string; id: number },
): boolean => a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
