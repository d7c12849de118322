import type { UserCard } from '../../shared/users.ts'

/** The changes of nicknames and pictures, each with the number of its event, in their order. */
export type UserChanges = readonly { at: number; nickname: string; user: UserCard }[]

/** A person who was shown at the number `since`, as they are now. A nickname may have been somebody else's before. */
export const presentUser = (changes: UserChanges, user: UserCard, since: number): UserCard =>
  changes.reduce(
    (before, { at, nickname, user: after }) => (at > since && nickname === before.nickname ? after : before),
    user,
  )

/** A thing with its author as they are now; the very same thing where nothing changed. */
export function withPresentUser<Thing extends { user: UserCard }>(
  changes: UserChanges,
  thing: Thing,
  since: number,
): Thing {
  const user = presentUser(changes, thing.user, since)
  return user === thing.user ? thing : { ...thing, user }
}
