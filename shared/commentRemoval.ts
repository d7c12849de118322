/** Who may remove a comment: its author, and the owner of the list or the review that it is on. */
export const mayRemoveComment = ({ isAuthor, isOwner }: { isAuthor: boolean; isOwner: boolean }): boolean =>
  isAuthor || isOwner
