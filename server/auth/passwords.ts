import type { Deps } from '../deps.ts'
import { passwordMatches } from '../lib/crypto.ts'
import { forbidden, invalid } from '../lib/errors.ts'
import type { SignedIn } from '../trpc.ts'
import type { Caller } from './signIn.ts'
import { asTry } from './throttle.ts'

// The passwords that lists of leaked ones show most often, six characters and more (shorter ones are refused anyway).
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 9876543210 654321 7654321 87654321 123123 123321
  123123123 112233 121212 111111 1111111 11111111 111111111 000000 00000000 222222 333333 444444 555555 666666 777777
  888888 88888888 999999 123654 147258369 159753 789456123 741852963 456789 102030 131313 232323 696969 520520 1314520
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass123 pass1234 qwerty qwerty1
  qwerty12 qwerty123 qwerty1234 qwertyuiop qwertz qwertz123 azerty azerty123 asdfgh asdfghjkl asdfasdf asdf1234 zxcvbn
  zxcvbnm zxcvbnm123 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc q1w2e3r4 q1w2e3r4t5 abc123 abc1234 abcd1234
  abcdef abcdefg abcdefgh abcabc aa123456 a123456 a1234567 a12345678 a123456789 admin1 admin12 admin123 admin1234
  administrator root123 toor123 test123 test1234 test12345 testtest guest123 user123 user1234 welcome welcome1
  welcome123 letmein letmein1 changeme changeme1 default secret secret1 iloveyou iloveyou1 iloveyou2 loveme lovely
  princess sunshine shadow master monkey dragon football baseball basketball superman batman pokemon starwars
  michael jordan23 jennifer jessica ashley charlie daniel andrew thomas joshua matthew hunter soccer hockey killer
  trustno1 whatever freedom computer internet samsung google facebook linkedin myspace1 minecraft naruto cookie
  summer winter flower purple orange banana cheese pepper ginger buster maggie ferrari mustang corvette harley
  access mother family friends forever blink182 metallica nirvana slipknot greenday eminem music123 musique
  parola parola123 sifre123 sifre1234 galatasaray fenerbahce besiktas trabzonspor galatasaray1905 fenerbahce1907
  istanbul istanbul34 ankara06 turkiye turkiye123 mustafa mehmet ahmet123 seninle askim123 canim123 asdasd asdasd123
  qweasd qweasd123 qweasdzxc 123qwe 123qweasd 1234qwer qwer1234 zaq12wsx zaq1zaq1 plak123 plakplak`.split(
    /\s+/,
  ),
)

/** Whether a password is one that anybody would try first: a common one, one character again and again, or the person's own names. */
export function isWeakPassword(
  password: string,
  { username, email }: { username: string; email: string },
): boolean {
  const text = password.toLowerCase()
  return common.has(text) || /^(.)\1*$/u.test(text) || [username, email, email.split('@')[0]].includes(text)
}

/** @throws forbidden where an operator has turned registration and login by password off */
export function assertPasswordLogin({ settings }: Pick<Deps, 'settings'>): void {
  if (settings.PASSWORD_LOGIN === 'off') throw forbidden('auth.passwordLoginOff')
}

/**
 * Checks the viewer's own password, throttled as a login is; gives the hash that it fitted.
 * @throws invalid on `field` (not unauthorized: the session is a good one); tooMany
 */
export async function provePassword(
  deps: Deps,
  { caller }: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  known: { passwordHash: string },
  given: { password: string; field: string },
): Promise<void> {
  await asTry(deps, { address: caller.address, account: viewer.id }, async () => {
    const matches = await passwordMatches(known.passwordHash, given.password)
    if (!matches) throw invalid('auth.wrongPassword', given.field)
  })
}
