export const mayRemoveComment = ({ isAuthor, isOwner }: { isAuthor: boolean; isOwner: boolean }): boolean =>
  isAuthor || isOwner
