import { limits } from '../../shared/limits.ts'
import type { CreateTokenInput, TokenLifetime, TokenScope } from '../../shared/tokens.ts'
import { lockSession } from '../auth/sessions.ts'
import type { Caller } from '../auth/signIn.ts'
import { addTokenRow, endToken } from '../auth/tokenRows.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { tokenHash } from '../lib/crypto.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { proveSelf } from '../passkeys/proof.ts'
import { newAccessToken } from './secret.ts'

type Asker = Pick<Caller, 'caller'>

const DAY = 24 * 60 * 60 * 1_000
const days: Record<TokenLifetime, number | null> = { days90: 90, year: 365, never: null }

/** Returns the token, which cannot be read again. @throws as proveSelf; conflict */
export async function createToken(
  deps: Deps,
  request: Asker,
  viewer: SignedIn,
  { name, scopes, expires, ...proof }: CreateTokenInput,
): Promise<{ token: string; id: number }> {
  await proveSelf(deps, request, viewer, proof)
  const token = newAccessToken()
  const lifetime = days[expires]
  const id = await change(deps, async (write) => {
    const user = await lockSession(write.tx, viewer)
    const isValid = { OR: [{ expiresAt: null }, { expiresAt: { gt: write.now } }] }
    if ((await write.tx.token.count({ where: { userId: user, ...isValid } })) >= limits.tokens)
      throw conflict('tokens.tooMany')
    return await addTokenRow(write, user, {
      name,
      tokenHash: tokenHash(token),
      lastFour: token.slice(-4),
      scopes: JSON.stringify(withRead(scopes)),
      createdAt: write.now,
      expiresAt: lifetime === null ? null : new Date(write.now.getTime() + lifetime * DAY),
    })
  })
  const { address } = request.caller
  deps.audit.note({ event: 'token.created', actor: viewer.id, address, detail: { token: id } })
  return { token, id }
}

/** Whoever can write can read. */
const withRead = (scopes: TokenScope[]): TokenScope[] =>
  scopes.includes('write') ? ['read', 'write'] : ['read']

/** @throws notFound */
export async function revokeToken(
  deps: WriteDeps & Pick<Deps, 'audit'>,
  { caller: { address } }: Asker,
  { id: userId }: SignedIn,
  { id }: { id: number },
): Promise<null> {
  if (!(await change(deps, (write) => endToken(write, { id, userId })))) throw notFound('tokens.gone')
  deps.audit.note({ event: 'token.revoked', actor: userId, address, detail: { token: id } })
  return null
}
