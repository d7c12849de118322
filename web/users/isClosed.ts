import type { Profile } from '../../shared/users.ts'

/** True if the account is private and the viewer can only see its name, picture, bio and counts. */
export const isClosed = ({ isPrivate, relation }: Profile): boolean =>
  isPrivate && relation !== 'self' && relation !== 'following'
