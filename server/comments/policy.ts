import { mayRemoveComment } from '../../shared/commentRemoval.ts'

export type Concerned = { authorId: number; ownerId: number }

export const mayRemove = (viewerId: number, { authorId, ownerId }: Concerned): boolean =>
  mayRemoveComment({ isAuthor: viewerId === authorId, isOwner: viewerId === ownerId })
