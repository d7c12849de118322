/** Whom a comment concerns: who wrote it, and whose list or review it stands under. */
export type Concerned = { authorId: number; ownerId: number }

/** A comment is taken away by its author, or by whose page it stands on. */
export const mayRemove = (viewerId: number, { authorId, ownerId }: Concerned): boolean =>
  viewerId === authorId || viewerId === ownerId
