import { albumKey } from '../../shared/albumKey.ts'
import type { addCommentInput } from '../../shared/comments.ts'
import type { SetFavoriteInput } from '../../shared/favorites.ts'
import type { setListAlbumInput } from '../../shared/lists.ts'
import type { AddLogInput, SaveLogInput, SetListenedInput } from '../../shared/logs.ts'

// Changes that wait on the device until the server can be reached. Pure: the page, the service worker and the tests use it.

type Inputs = {
  'logs.add': AddLogInput
  'logs.save': SaveLogInput
  'logs.setListened': SetListenedInput
  'favorites.set': SetFavoriteInput
  'lists.setAlbum': typeof setListAlbumInput._input
  'comments.add': typeof addCommentInput._input
}
export type WaitingProcedure = keyof Inputs
export type WaitingInput<Procedure extends WaitingProcedure> = Omit<Inputs[Procedure], 'submission'>
export type WaitingChange<Procedure extends WaitingProcedure = WaitingProcedure> = {
  [Name in Procedure]: { procedure: Name; input: WaitingInput<Name> }
}[Procedure]

/** Facts about a change that its input does not contain. */
export type About = {
  /** name of the list, or of the thing that a comment is on */
  place?: string
  /** `updatedAt` of the version that a saving is based on */
  updatedAt?: string
}

export type Waiting = WaitingChange &
  About & {
    submission: string
    account: string
    madeAt: number
    /** `changed`: the listening has another version; `refused`: the server refused it for good */
    state: 'waiting' | 'changed' | 'refused'
    /** true if it may have reached the server */
    isTried: boolean
    /** the server's reason for refusing it */
    text?: string
  }

const MAX_THINGS = 200
/** In bytes of JSON. */
const MAX_SIZE = 1_000_000
const MAX_AGE = 30 * 24 * 60 * 60 * 1000

export const withoutOld = (things: readonly Waiting[], now: number): Waiting[] =>
  things.filter(({ madeAt }) => madeAt > now - MAX_AGE)

/** A heart that is taken back before it was sent is nothing. Returns null if there is no room. */
export function withThing(things: readonly Waiting[], thing: Waiting): Waiting[] | null {
  const last = things.findLast((other) => isSameHeart(other, thing))
  if (last && !last.isTried && !thing.isTried && last.state === 'waiting') {
    const isTakenBack = favoriteOf(last) !== favoriteOf(thing)
    return isTakenBack ? things.filter((other) => other !== last) : [...things]
  }
  const next = [...things, thing]
  return next.length <= MAX_THINGS && sizeOf(next) <= MAX_SIZE ? next : null
}

const sizeOf = (things: readonly Waiting[]) => new TextEncoder().encode(JSON.stringify(things)).length

const favoriteOf = (thing: Waiting) => thing.procedure === 'favorites.set' && thing.input.favorite

const isSameHeart = (one: Waiting, other: Waiting): boolean =>
  one.procedure === 'favorites.set' &&
  other.procedure === 'favorites.set' &&
  one.account === other.account &&
  albumKey(one.input) === albumKey(other.input)

/** The things of one device, of all its accounts, in the order in which they were made. */
export type WaitingStore = {
  /** Reads and replaces the things in one transaction, because other tabs and the service worker do the same. */
  change: <Result>(
    update: (things: readonly Waiting[]) => { things?: readonly Waiting[]; result: Result },
  ) => Promise<Result>
}
