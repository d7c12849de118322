import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { hashPassword, isOtherCost } from '../lib/crypto.ts'
import { forbidden, invalid } from '../lib/errors.ts'
import { replacePasswordHash } from '../users/write/credentials.ts'
import commonPasswords from './commonPasswords.json' with { type: 'json' }
import type { Caller } from './signIn.ts'
import { passwordFits } from './throttle.ts'

// commonPasswords.json: the 10,000 most common leaked passwords (10-million-password-list-top-10000 of SecLists), in lower case.
// Added: the product's name, Turkish words and football clubs, keyboard patterns.
const extraPasswords = [
  `520520 1314520 password1234 p@ssw0rd p@ssword qwertz123 azerty123 aa123456 admin1 admin12 admin123 admin1234
  administrator root123 toor123 test12345 guest123 user123 user1234 welcome123 changeme1 linkedin myspace1
  music123 musique parola123 sifre123 sifre1234 galatasaray fenerbahce besiktas trabzonspor galatasaray1905
  fenerbahce1907 istanbul34 ankara06 turkiye turkiye123 mehmet ahmet123 seninle askim123 canim123 asdasd123
  zaq1zaq1 plak123 plakplak long-player`,
].flatMap((words) => words.split(/\s+/))
const common = new Set([...commonPasswords, ...extraPasswords])

export function isWeakPassword(
  password: string,
  { username, email }: { username: string; email: string },
): boolean {
  const text = password.toLowerCase()
  return common.has(text) || /^(.)\1*$/u.test(text) || [username, email, email.split('@')[0]].includes(text)
}

/** @throws forbidden if an operator has turned registration and login by password off */
export function assertPasswordLogin({ settings }: Pick<Deps, 'settings'>): void {
  if (settings.PASSWORD_LOGIN === 'off') throw forbidden('auth.passwordLoginOff')
}

export async function renewHash(
  { db, hashCost }: Pick<Deps, 'db' | 'hashCost'>,
  { id, passwordHash }: { id: number; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (passwordHash === null || !isOtherCost(passwordHash, hashCost)) return
  const newHash = await hashPassword(password, hashCost)
  await replacePasswordHash(db, { userId: id, from: passwordHash, to: newHash })
}

/** Throttled like a login. @throws invalid on `field` (not unauthorized: the session is valid); tooMany */
export async function provePassword(
  deps: Deps,
  { caller }: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  user: { passwordHash: string },
  input: { password: string; field: string },
): Promise<void> {
  const scope = { caller, account: viewer.id, isHolder: true }
  const fits = await passwordFits(deps, scope, { ...user, password: input.password })
  if (!fits) throw invalid('auth.wrongPassword', input.field)
}
