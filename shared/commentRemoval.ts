/** A comment can be removed by its author and by the owner of the list or the review that it is on. */
export const mayRemoveComment = ({ isAuthor, isOwner }: { isAuthor: boolean; isOwner: boolean }): boolean =>
  isAuthor || isOwner
