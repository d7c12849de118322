import type { CallerAddress } from '../lib/callers.ts'
import { DomainError, tooMany } from '../lib/errors.ts'
import { spending, type LimitRule, type RateLimit, type Spend } from '../lib/rateLimit.ts'

// All rate limits. LIMITS_FACTOR multiplies them, except fixed ones.
const fixed = (rule: LimitRule): LimitRule => ({ ...rule, isFixed: true })

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Wrong passwords for one account. Exceeding the limit blocks the network until the window ends; it never locks an account. */
export const triesFromNetwork = fixed({ name: 'login-here', points: 10, duration: MINUTE })
/** Wrong passwords for one account. Networks from which it signed in recently are never blocked. */
export const triesFromAnywhere = fixed({ name: 'login-anywhere', points: 100, duration: HOUR })
/** Wrong passwords for any account, against trying a few on many accounts. */
export const triesOfNetwork = fixed({ name: 'login-network', points: 50, duration: 5 * MINUTE })

export const resetMailsAsked = fixed({ name: 'forgot-address', points: 20, duration: HOUR })
/** Exceeding the limit does not change the response. */
export const resetMailsToMailbox = fixed({ name: 'forgot-mailbox', points: 5, duration: HOUR })

export const emailLinks = fixed({ name: 'email-links', points: 5, duration: HOUR })

export const passkeyChallenges: LimitRule = { name: 'passkeys', points: 120, duration: MINUTE }

/** Each ceremony keeps a challenge in Redis for five minutes. */
export const passkeyCeremonies = fixed({ name: 'passkey-ceremonies', points: 60, duration: 10 * MINUTE })

export const registrationRules: LimitRule[] = [
  { name: 'register', points: 5, duration: 30 * MINUTE, text: 'limits.registrations' },
  { name: 'register-day', points: 20, duration: DAY, text: 'limits.registrations' },
]
/** Many attempts would reveal who has an account. */
const takenNames: LimitRule = { name: 'taken', points: 100, duration: 30 * MINUTE }

/** Undoing never counts; neither do imports and syncs. */
export const newComments: LimitRule[] = [
  { name: 'comments', points: 10, duration: 20, text: 'limits.comments' },
  { name: 'comments-day', points: 300, duration: DAY, text: 'limits.comments' },
]
export const newLikes: LimitRule[] = [{ name: 'likes', points: 60, duration: MINUTE, text: 'limits.likes' }]
export const newFollows: LimitRule[] = [
  { name: 'follows', points: 30, duration: MINUTE, text: 'limits.follows' },
  { name: 'follows-day', points: 400, duration: DAY, text: 'limits.follows' },
]
export const newLists: LimitRule[] = [{ name: 'lists-day', points: 50, duration: DAY, text: 'limits.lists' }]
/** Each renaming makes the open pages of everyone who sees the tag fetch again. */
export const tagRenamings: LimitRule[] = [{ name: 'tags', points: 120, duration: HOUR, text: 'limits.tags' }]
export const newReports: LimitRule[] = [
  { name: 'reports-day', points: 20, duration: DAY, text: 'limits.reports' },
]
/** The text names the number. */
export const newAlbums: LimitRule[] = [
  { name: 'albums-day', points: 20, duration: DAY, text: 'albums.limit', field: 'title' },
]
export const newLogs: LimitRule[] = [{ name: 'logs', points: 300, duration: 3 * HOUR, text: 'limits.logs' }]

export const lookUpsOfPerson: LimitRule = {
  name: 'look-ups',
  points: 120,
  duration: MINUTE,
  text: 'limits.lookUps',
}
export const lookUpsOfVisitor: LimitRule = { ...lookUpsOfPerson, name: 'visits', points: 60 }
/** Per user or network, in one process. */
export const lookUpsAtOnce = { running: 4, waiting: 20 }

/** Pulls of plays from other services that a user begins themselves. */
export const ownPulls: LimitRule = { name: 'pulls', points: 1, duration: MINUTE }

/** A search reads all lists when nothing matches. */
export const listSearches: LimitRule = {
  name: 'list-searches',
  points: 60,
  duration: MINUTE,
  text: 'limits.searches',
}
export const listSearchesAtOnce = { running: 2, waiting: 20 }
/** Requests for a preview that is already drawn do not count. */
export const drawings: LimitRule = { name: 'drawings', points: 60, duration: MINUTE, text: 'limits.pictures' }

/** Albums that other apps share: only those whose address names no album ask a service. */
export const sharedLookUps: LimitRule = {
  name: 'shared',
  points: 30,
  duration: MINUTE,
  text: 'limits.lookUps',
}

export const spotifyCalls: LimitRule = {
  name: 'spotify',
  points: 30,
  duration: 10 * MINUTE,
  text: 'limits.spotify',
}
export const playlistPages: LimitRule = {
  name: 'playlists',
  points: 120,
  duration: 10 * MINUTE,
  text: 'limits.spotify',
}

/** Each edit emits an event with the whole view; each change of a list also writes a revision. */
export const edits: LimitRule[] = [{ name: 'edits', points: 600, duration: HOUR, text: 'limits.edits' }]
export const renames: LimitRule[] = [
  { name: 'renames-day', points: 20, duration: DAY, text: 'limits.renames', field: 'nickname' },
]
export const newMentions: LimitRule[] = [
  { name: 'mentions-day', points: 200, duration: DAY, text: 'limits.mentions' },
]
/** Favorites, Listen later, blocks, mutes, settings. Undoing counts, too: nobody makes a change a second by hand. */
export const switches: LimitRule = { name: 'switches', points: 3_600, duration: HOUR, text: 'limits.edits' }

/** Requests of a user's players; text and errors are those of the protocols. */
export const scrobbleRequests: LimitRule = { name: 'scrobbling', points: 300, duration: MINUTE }
/** More than anybody can play, so that players cannot fill the disk. */
export const playsOfDay: LimitRule = { name: 'plays-day', points: 200_000, duration: DAY }

/** Calls of an access token. */
export const tokenCalls: LimitRule = { name: 'token-calls', points: 300, duration: MINUTE }

export const uploads: LimitRule = { name: 'uploads', points: 60, duration: HOUR, text: 'limits.uploads' }
export const avatarUploads: LimitRule = {
  name: 'avatars',
  points: 20,
  duration: HOUR,
  text: 'limits.pictures',
}
export const uploadedBytes: LimitRule = {
  name: 'upload-bytes-day',
  points: 1_000_000_000,
  duration: DAY,
  text: 'limits.uploadedBytes',
}

export const exports: LimitRule = {
  name: 'exports',
  points: 20,
  duration: 10 * MINUTE,
  text: 'account.tooManyExports',
}
/** Each download holds a database connection until the client has read everything. */
export const exportsAtOnce = { running: 4, waiting: 20 }

/** Notifications of a user that are sent by push. */
export const pushes: LimitRule = { name: 'pushes', points: 20, duration: HOUR }

export const messagesASecond = 20
export const subscriptionsOfSocket = 10
/** Per process: each tab has one. */
export const socketsOfPerson = 50
export const socketsOfNetwork = (factor: number): number => (factor === 0 ? Infinity : 2_000 * factor)
/** Event streams over HTTP, per process; a network has as many as sockets. */
export const streamsOfToken = 20

type Limits = { limit: (rule: LimitRule) => RateLimit }

export const keyOf = ({ id }: { id: number }): string => `person-${id}`

export const keyOfCaller = (requester: { viewer: { id: number } | null; caller: CallerAddress }): string =>
  requester.viewer ? keyOf(requester.viewer) : requester.caller.network

/** Attempts that `spend` consumes are returned if the work fails. @throws tooMany */
export const limited = <Result>(
  { limit }: Limits,
  person: { id: number },
  work: (spend: Spend) => Promise<Result>,
): Promise<Result> => spending(limit, keyOf(person), work)

export const unlimited: Spend = async () => {}

/** Counts conflicts for the caller's network. @throws tooMany when the network has found too many names taken */
export async function countingTaken<Result>(
  { limit }: Limits,
  { network }: CallerAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  const nameLimit = limit(takenNames)
  const wait = await nameLimit.waitOf(network)
  if (wait > 0) throw tooMany('tooManyRequests', wait)
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') await nameLimit.count(network)
    throw error
  }
}

/** Invited registrations do not count. @throws tooMany */
export const registering = <Result>(
  { limit }: Limits,
  { isInvited, ...caller }: CallerAddress & { isInvited: boolean },
  register: () => Promise<Result>,
): Promise<Result> =>
  countingTaken({ limit }, caller, () =>
    spending(limit, caller.network, async (spend) => {
      await spend(isInvited ? [] : registrationRules)
      return await register()
    }),
  )
