import type { Profile } from '../../shared/users.ts'

/** Whether an account is private and the viewer sees only its name, picture, bio and numbers. */
export const isClosed = ({ isPrivate, relation }: Profile): boolean =>
  isPrivate && relation !== 'self' && relation !== 'following'
