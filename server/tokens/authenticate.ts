import { createHmac } from 'node:crypto'
import type { TokenScope } from '../../shared/tokens.ts'
import { isVisible } from '../access/visibleTo.ts'
import { addTokenNetwork, noteTokenUse } from '../auth/tokenRows.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn, TokenUse } from '../core/trpc.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { tokenHash } from '../lib/crypto.ts'
import { unauthorized } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { viewerView } from '../users/viewerView.ts'
import { isAccessToken } from './secret.ts'

const MINUTE = 60 * 1_000
/** no session has this id: what needs the viewer's session fails for a token */
const NO_SESSION = 0
/** the latest moment of a Date */
const NEVER = new Date(8.64e15)
const NETWORK_BYTES = 8

/** The caller that an access token stands for. */
export type TokenCaller = { viewer: SignedIn; token: TokenUse }

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'audit'>

const tokenOf = statement(({ hash, now }: { hash: Uint8Array; now: Date }) =>
  kysely
    .selectFrom('Token as t')
    .innerJoin('User as u', 'u.id', 't.userId')
    .select([
      't.id',
      't.scopes',
      't.networks',
      't.lastUsedAt',
      't.expiresAt',
      'u.id as userId',
      'u.nickname',
      'u.avatar',
      'u.bio',
      'u.language',
      'u.timeZone',
      'u.role',
      'u.isWelcomed',
    ])
    .where('t.tokenHash', '=', hash)
    .where((eb) => eb.or([eb('t.expiresAt', 'is', null), eb('t.expiresAt', '>', now)]))
    .where(isVisible),
)

/** Returns the token of `Authorization: Bearer …`, even if it cannot be one; null if there is no such header. */
export function bearerIn(authorization: string | undefined): string | null {
  const [, token = null] = /^Bearer(?: +|$)(.*)$/is.exec(authorization ?? '') ?? []
  return token
}

/** One read by a unique key. @throws unauthorized */
export async function findToken(deps: Needs, token: string, caller: CallerAddress): Promise<TokenCaller> {
  const now = deps.now()
  const [row] = isAccessToken(token) ? await tokenOf(deps.db, { hash: tokenHash(token), now }) : []
  if (!row) throw unauthorized('api.token')
  const { id, scopes, networks, lastUsedAt, expiresAt, userId, language, timeZone, ...person } = row
  await noteUse(deps, { id, userId, networks, lastUsedAt }, { token, caller, now }).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the use of an access token could not be stored'),
  )
  return {
    viewer: {
      id: userId,
      sessionId: NO_SESSION,
      expiresAt: expiresAt ?? NEVER,
      language,
      timeZone,
      view: viewerView(person),
    },
    token: { id, scopes: JSON.parse(scopes) as TokenScope[], expiresAt },
  }
}

type Used = { id: number; userId: number; networks: Uint8Array; lastUsedAt: Date | null }
type Use = { token: string; caller: CallerAddress; now: Date }

/** Stores the last use once a minute, and immediately from a network that is new to the token. */
async function noteUse({ db, audit }: Needs, used: Used, { token, caller, now }: Use): Promise<void> {
  const { id, userId, networks, lastUsedAt } = used
  const network = networkMark(token, caller.network)
  if (caller.network !== '' && !includesMark(networks, network)) {
    if (!(await addTokenNetwork(db, { id, network, at: now }))) return
    audit.note({ event: 'token.used', actor: userId, address: caller.address, detail: { token: id } })
    return
  }
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= MINUTE)
    await noteTokenUse(db, { id, at: now })
}

/** Only the holder of the token can compute it: the database does not reveal the networks. */
const networkMark = (token: string, network: string): Uint8Array =>
  createHmac('sha256', token).update(network).digest().subarray(0, NETWORK_BYTES)

function includesMark(marks: Uint8Array, mark: Uint8Array): boolean {
  const all = Buffer.from(marks)
  for (let start = 0; start < all.length; start += NETWORK_BYTES)
    if (all.subarray(start, start + NETWORK_BYTES).equals(mark)) return true
  return false
}
