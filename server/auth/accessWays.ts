import type { Write } from '../core/change.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { dropAllMails, dropMails } from '../mail/queue.ts'
import { deleteSecret } from '../scrobbling/rows.ts'
import type { LockedUser } from '../users/lock.ts'
import { deletePassword } from '../users/write/credentials.ts'
import { deletePasskeysOf } from './passkeyRows.ts'
import { endSessions } from './sessions.ts'
import { endTokens } from './tokenRows.ts'

/**
 * An occasion that ends some ways to open an account.
 * `passwordChanged`: the signed-in owner chose another password. Tokens stay, because each was created with a proof.
 * `recovered`: the owner of the confirmed address, or the holder of an operator's link, chose a new password; or Google proved
 * the address while password login is off. Passkeys and identities stay: the owner is shown the passkeys and can remove them.
 * `claimed`: as `recovered`, by mail or Google, with an address that was never confirmed. Whoever registered it can be
 * somebody else.
 * `addressChanged`: the e-mail address of the account changed.
 * `closed`: the account is disabled, suspended or being deleted.
 * `signedOut`: an operator ended all sessions and pending links.
 */
export type Occasion = 'passwordChanged' | 'recovered' | 'claimed' | 'addressChanged' | 'closed' | 'signedOut'

type AccessWay = {
  tables: readonly Prisma.ModelName[]
  endsOn: readonly Occasion[]
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

/** All ways to open an account. tests/house/accessWays.test.ts fails if a table with a secret of a user is not listed here. */
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
  tokens: {
    tables: ['Token'],
    endsOn: ['recovered', 'claimed', 'closed', 'signedOut'],
    end: (write, userId) => endTokens(write, userId),
  },
  /** opens plays only */
  scrobbling: {
    tables: ['Scrobbling'],
    endsOn: ['recovered', 'claimed', 'closed', 'signedOut'],
    end: ({ tx }, userId) => deleteSecret(tx, userId),
  },
  identities: {
    tables: ['Identity'],
    endsOn: ['claimed'],
    end: async ({ tx }, userId) => (await tx.identity.deleteMany({ where: { userId } })).count,
  },
} as const satisfies Record<string, AccessWay>

export async function endAccess(write: Write, userId: LockedUser, occasion: Occasion): Promise<number> {
  let sessions = 0
  const ways: [string, AccessWay][] = Object.entries(accessWays)
  for (const [name, { endsOn, end }] of ways) {
    if (!endsOn.includes(occasion)) continue
    const count = await end(write, userId)
    if (name === 'sessions') sessions = count
  }
  return sessions
}

/**
 * Sends no events. Runs after a restore: since the backup, a stolen session or token may have been ended, or a single-use link
 * used.
 */
export async function endAllSessionsAndLinks(db: Tx): Promise<void> {
  await dropAllMails(db, ['reset', 'confirm', 'change'])
  await db.session.deleteMany()
  await db.token.deleteMany()
  await db.passwordReset.deleteMany()
  await db.emailLink.deleteMany()
  await db.invitation.deleteMany()
}

/** Deletes the queued mails, too: a mail that is sent later would make its link valid again. */
export async function endResetLinks(tx: Tx, userId: LockedUser): Promise<number> {
  await dropMails(tx, userId, ['reset'])
  return (await tx.passwordReset.deleteMany({ where: { userId } })).count
}
