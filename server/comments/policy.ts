import { mayRemoveComment } from '../../shared/commentRemoval.ts'

/** The users whom a comment concerns: its author, and the owner of the list or review that it belongs to. */
export type Concerned = { authorId: number; ownerId: number }

export const mayRemove = (viewerId: number, { authorId, ownerId }: Concerned): boolean =>
  mayRemoveComment({ isAuthor: viewerId === authorId, isOwner: viewerId === ownerId })
