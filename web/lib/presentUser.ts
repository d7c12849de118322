import type { UserCard } from '../../shared/users.ts'

/** Changes of nicknames and pictures in order, each with the number of its event. */
export type UserChanges = readonly { at: number; nickname: string; user: UserCard }[]

/** Current data of a user who was shown at the number `since`: the nickname may have belonged to another user before. */
export const presentUser = (changes: UserChanges, user: UserCard, since: number): UserCard =>
  changes.reduce(
    (card, { at, nickname, user: after }) => (at > since && nickname === card.nickname ? after : card),
    user,
  )

/** Returns the same object if nothing changed. */
export function withPresentUser<Thing extends { user: UserCard }>(
  changes: UserChanges,
  thing: Thing,
  since: number,
): Thing {
  const user = presentUser(changes, thing.user, since)
  return user === thing.user ? thing : { ...thing, user }
}

/** Moves the data of a user to the new nickname; the old one can be taken by somebody else. */
export function renameKey<Known>(
  byNickname: ReadonlyMap<string, Known>,
  oldNickname: string,
  newNickname: string,
): ReadonlyMap<string, Known> {
  const value = byNickname.get(oldNickname)
  if (value === undefined || oldNickname === newNickname) return byNickname
  const copy = new Map(byNickname).set(newNickname, value)
  copy.delete(oldNickname)
  return copy
}
