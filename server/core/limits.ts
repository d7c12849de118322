import type { CallerAddress } from '../lib/callers.ts'
import { DomainError, tooMany } from '../lib/errors.ts'
import { spending, type LimitRule, type RateLimit, type Spend } from '../lib/rateLimit.ts'

// Every limit of what somebody may do, in one place. LIMITS_FACTOR multiplies them, those that are fixed aside.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Wrong passwords of an account from one network. They end a window, never an account. */
export const triesFromNetwork: LimitRule = { name: 'login-here', points: 10, duration: MINUTE, isFixed: true }
/** Wrong passwords of an account from anywhere. Networks from which the account signed in lately are never stopped. */
export const triesFromAnywhere: LimitRule = {
  name: 'login-anywhere',
  points: 100,
  duration: HOUR,
  isFixed: true,
}
/** Wrong passwords of any account from one network: it tries few passwords at many accounts. */
export const triesOfNetwork: LimitRule = {
  name: 'login-network',
  points: 50,
  duration: 5 * MINUTE,
  isFixed: true,
}

/** Links to choose a new password that one network asks for. */
export const resetMailsAsked: LimitRule = {
  name: 'forgot-address',
  points: 20,
  duration: HOUR,
  isFixed: true,
}
/** The same, to one mailbox: the answer stays the same. */
export const resetMailsToMailbox: LimitRule = {
  name: 'forgot-mailbox',
  points: 5,
  duration: HOUR,
  isFixed: true,
}

/** Links to confirm or change their address that one person asks for. */
export const emailLinks: LimitRule = { name: 'email-links', points: 5, duration: HOUR, isFixed: true }

/** Sign-ins by passkey that one network begins. */
export const passkeyChallenges: LimitRule = { name: 'passkeys', points: 120, duration: MINUTE }

/** Proofs by passkey and passkeys to add that one person begins: each holds a challenge in Redis for five minutes. */
export const passkeyCeremonies: LimitRule = {
  name: 'passkey-ceremonies',
  points: 60,
  duration: 10 * MINUTE,
  isFixed: true,
}

/** New accounts of one network. */
export const registrationRules: LimitRule[] = [
  { name: 'register', points: 5, duration: 30 * MINUTE, text: 'limits.registrations' },
  { name: 'register-day', points: 20, duration: DAY, text: 'limits.registrations' },
]
/** Names and e-mails that were found to be taken: many attempts would reveal who has an account. */
const takenNames: LimitRule = { name: 'taken', points: 100, duration: 30 * MINUTE }

/** New things of one user. Undoing never counts, nor do imports and syncs. */
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
/** Each lets the open pages of all who see the tag fetch again. */
export const tagRenamings: LimitRule[] = [{ name: 'tags', points: 120, duration: HOUR, text: 'limits.tags' }]
/** One person's reports to the moderators. */
export const newReports: LimitRule[] = [
  { name: 'reports-day', points: 20, duration: DAY, text: 'limits.reports' },
]
export const newLogs: LimitRule[] = [{ name: 'logs', points: 300, duration: 3 * HOUR, text: 'limits.logs' }]

/** What is looked up in the catalogue because the cache does not know it: pages of music and searches. */
export const lookUpsOfPerson: LimitRule = {
  name: 'look-ups',
  points: 120,
  duration: MINUTE,
  text: 'limits.lookUps',
}
/** The same for the visitors of one network. */
export const lookUpsOfVisitor: LimitRule = { ...lookUpsOfPerson, name: 'visits', points: 60 }
/** Of one person or one network, at one process: so many at a time, and so many more that wait. */
export const lookUpsAtOnce = { running: 4, waiting: 20 }

/** Searches of the lists, which read all lists when nothing matches; by person, or by network for visitors. */
export const listSearches: LimitRule = {
  name: 'list-searches',
  points: 60,
  duration: MINUTE,
  text: 'limits.searches',
}
/** Of one person or one network, at one process: so many at a time, and so many more that wait. */
export const listSearchesAtOnce = { running: 2, waiting: 20 }
/** Link previews that one network has drawn; what is drawn already is shown to everybody. */
export const drawings: LimitRule = {
  name: 'drawings',
  points: 60,
  duration: MINUTE,
  text: 'limits.pictures',
}

/** What one person has us ask of Spotify by hand. */
export const spotifyCalls: LimitRule = {
  name: 'spotify',
  points: 30,
  duration: 10 * MINUTE,
  text: 'limits.spotify',
}
/** Pages of a playlist, each a call to Spotify. */
export const playlistPages: LimitRule = {
  name: 'playlists',
  points: 120,
  duration: 10 * MINUTE,
  text: 'limits.spotify',
}

/** Changes of listenings, lists and the profile: each is an event with the whole view, and of a list a revision as well. */
export const edits: LimitRule[] = [{ name: 'edits', points: 600, duration: HOUR, text: 'limits.edits' }]
/** Other nicknames of one user. */
export const renames: LimitRule[] = [
  { name: 'renames-day', points: 20, duration: DAY, text: 'limits.renames', field: 'nickname' },
]
/** Mentions that a user's texts did not have before. */
export const newMentions: LimitRule[] = [
  { name: 'mentions-day', points: 200, duration: DAY, text: 'limits.mentions' },
]
/** Small changes: hearts, Listen later, blocks, mutes, settings. Undoing counts, too: nobody makes a change a second by hand. */
export const switches: LimitRule = {
  name: 'switches',
  points: 3_600,
  duration: HOUR,
  text: 'limits.edits',
}

/** Files that a user uploads. */
export const uploads: LimitRule = { name: 'uploads', points: 60, duration: HOUR, text: 'limits.uploads' }
/** Bytes of these files. */
export const uploadedBytes: LimitRule = {
  name: 'upload-bytes-day',
  points: 1_000_000_000,
  duration: DAY,
  text: 'limits.uploadedBytes',
}

/** Downloads of a person's own data. */
export const exports: LimitRule = { name: 'exports', points: 20, duration: 10 * MINUTE }
/** Downloads that a process makes at a time: each holds a connection to the database until its reader has all. */
export const exportsAtOnce = { running: 4, waiting: 20 }

/** Messages of one socket. */
export const messagesASecond = 20
/** Live subscriptions of one socket: more is no page of ours. */
export const subscriptionsOfSocket = 10
/** Open sockets of one person at one process: one a tab. */
export const socketsOfPerson = 50
/** Open sockets of one network at one process. */
export const socketsOfNetwork = (factor: number): number => (factor === 0 ? Infinity : 2_000 * factor)

type Limits = { limit: (rule: LimitRule) => RateLimit }

/** Rate-limit key of a user. */
export const keyOf = ({ id }: { id: number }): string => `person-${id}`

/** The key of limits that also apply to visitors: the person, or the network. */
export const keyOfCaller = (who: { viewer: { id: number } | null; caller: CallerAddress }): string =>
  who.viewer ? keyOf(who.viewer) : who.caller.network

/** Runs a user's work, whose `spend` takes tries of its rules; they are given back if the work fails. @throws tooMany */
export const limited = <Result>(
  { limit }: Limits,
  person: { id: number },
  work: (spend: Spend) => Promise<Result>,
): Promise<Result> => spending(limit, keyOf(person), work)

/** Changes that count against nobody: a moderator's. */
export const unlimited: Spend = async () => {}

/**
 * Runs work that may find a nickname or an e-mail address taken, and counts that for the caller's network.
 * @throws tooMany when the network has learned of too many
 */
export async function countingTaken<Result>(
  { limit }: Limits,
  { network }: CallerAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  const taken = limit(takenNames)
  const wait = await taken.waitOf(network)
  if (wait > 0) throw tooMany('tooManyRequests', wait)
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') await taken.count(network)
    throw error
  }
}

/** Creates an account within the limits of the caller's network; invited people do not count. @throws tooMany */
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
