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

/** What is known about a person goes on under the new name; the old one is free for somebody else. */
export function renamed<Known>(
  byNickname: ReadonlyMap<string, Known>,
  before: string,
  after: string,
): ReadonlyMap<string, Known> {
  const known = byNickname.get(before)
  if (known === undefined || before === after) return byNickname
  const moved = new Map(byNickname).set(after, known)
  moved.delete(before)
  return moved
}
