/** A place in a list ordered by time and id, newest first: the row that was seen last. */
export type Cursor = { at: Date; id: number }

/** Writes a cursor as an opaque short text. */
export const writeCursor = ({ at, id }: Cursor): string => `${at.getTime().toString(36)}.${id.toString(36)}`

/** Reads a cursor; null when the text is none of ours, so that a list starts again instead of failing. */
export function readCursor(text: string | null | undefined): Cursor | null {
  const [, at, id] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,7})$/.exec(text ?? '') ?? []
  return at && id ? { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) } : null
}

/** Whether a stands before b in such a list. */
export const isNewer = (
  a: { createdAt: string; id: number },
  b: { createdAt: string; id: number },
): boolean => a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
