import type { Write } from '../core/change.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { dropMails } from '../mail/queue.ts'
import type { LockedUser } from '../users/lock.ts'
import { deletePassword } from '../users/write/credentials.ts'
import { deletePasskeysOf } from './passkeyRows.ts'
import { endSessions } from './sessions.ts'

/**
 * An occasion on which ways to open an account end.
 * `passwordChanged`: the signed-in owner chose another password.
 * `recovered`: the owner of the account's confirmed address, or the bearer of an operator's link, chose a new password; or Google,
 * where passwords are off, proved the address. Passkeys and identities stay: the owner is shown the passkeys and can remove them.
 * `claimed`: the same by mail or Google for an address that was never confirmed. The person who registered it may be somebody else.
 * `addressChanged`: the account has another e-mail address.
 * `closed`: the account is disabled, suspended or being deleted.
 * `signedOut`: an operator ended everything that is open or pending.
 */
export type Occasion = 'passwordChanged' | 'recovered' | 'claimed' | 'addressChanged' | 'closed' | 'signedOut'

/** A way to open an account, or to gain one: the tables that hold it, and the occasions that end it. */
type AccessWay = {
  tables: readonly Prisma.ModelName[]
  endsOn: readonly Occasion[]
  /** Ends it for a user; returns the number of rows. */
  end: (write: Write, userId: LockedUser) => Promise<number>
}

const everyOccasion = [
  'passwordChanged',
  'recovered',
  'claimed',
  'addressChanged',
  'closed',
  'signedOut',
] as const satisfies readonly Occasion[]

/** Every way; tests/house/accessWays.test.ts fails for a table with a secret of a user that is not listed here. */
export const accessWays = {
  sessions: {
    tables: ['Session'],
    endsOn: ['passwordChanged', 'recovered', 'claimed', 'closed', 'signedOut'],
    end: (write, userId) => endSessions(write, userId),
  },
  resetLinks: {
    tables: ['PasswordReset', 'Mail'],
    endsOn: everyOccasion,
    end: ({ tx }, userId) => endResetLinks(tx, userId),
  },
  emailLinks: {
    tables: ['EmailLink', 'Mail'],
    endsOn: everyOccasion,
    async end({ tx }, userId) {
      await dropMails(tx, userId, ['confirm', 'change'])
      return (await tx.emailLink.deleteMany({ where: { userId } })).count
    },
  },
  password: {
    tables: ['User'],
    endsOn: ['recovered', 'claimed'],
    end: (write, userId) => deletePassword(write, userId),
  },
  passkeys: {
    tables: ['Passkey'],
    endsOn: ['claimed'],
    end: (write, userId) => deletePasskeysOf(write, userId),
  },
  identities: {
    tables: ['Identity'],
    endsOn: ['claimed'],
    end: async ({ tx }, userId) => (await tx.identity.deleteMany({ where: { userId } })).count,
  },
} as const satisfies Record<string, AccessWay>

/**
 * Ends the ways to open an account that an occasion ends. Returns the number of sessions that ended.
 */
export async function endAccess(write: Write, userId: LockedUser, occasion: Occasion): Promise<number> {
  let sessions = 0
  const ways: [string, AccessWay][] = Object.entries(accessWays)
  for (const [name, { endsOn, end }] of ways) {
    if (!endsOn.includes(occasion)) continue
    const ended = await end(write, userId)
    if (name === 'sessions') sessions = ended
  }
  return sessions
}

/** Ends the links to choose a password, mails that wait included: a mail that is sent again would open its link again. */
export async function endResetLinks(tx: Tx, userId: LockedUser): Promise<number> {
  await dropMails(tx, userId, ['reset'])
  return (await tx.passwordReset.deleteMany({ where: { userId } })).count
}
