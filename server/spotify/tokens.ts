import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '../../shared/events.ts'
import { GrantOver } from '../clients/spotify/grants.ts'
import type { Get } from '../clients/spotify/pages.ts'
import { EARLIER } from '../clients/spotify/token.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { fromNow } from '../jobs/lease.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { conflict, unavailable } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'
import { databaseNow, kysely, run } from '../lib/sql.ts'
import { lockUser } from '../users/lock.ts'
import { getSpotify, notConnected } from './failures.ts'

type TokenDeps = WriteDeps & Pick<Deps, 'spotify' | 'seal' | 'log'>

const UNAUTHORIZED = 401
/** seconds for which a renewal blocks others: longer than its call and the write can take */
const RENEWAL = 20
const LOOK_AGAIN = 100

/** Encryption context of a user's tokens: they cannot be decrypted in the row of another user. */
const ownerOf = (userId: number) => `SpotifyConnection:${userId}`

export const sealTokens = (
  { seal }: Pick<Deps, 'seal'>,
  userId: number,
  { access, refresh }: { access: string; refresh: string },
) => ({
  accessToken: seal.seal(access, ownerOf(userId)),
  refreshToken: seal.seal(refresh, ownerOf(userId)),
})

/** False if the tokens were encrypted with a lost APP_SECRET. */
export const canOpen = (
  { seal }: Pick<Deps, 'seal'>,
  userId: number,
  refreshToken: Uint8Array | null,
): boolean => refreshToken !== null && seal.open(refreshToken, ownerOf(userId)) !== null

const isUnauthorized = (error: unknown) => error instanceof UpstreamError && error.code === UNAUTHORIZED

/**
 * After a 401, the client renews the token and retries once. A second 401 means that the user no longer has access to the
 * service: the connection has expired.
 */
export function getFor(deps: TokenDeps, userId: number, signal?: AbortSignal): Get {
  const { people } = getSpotify(deps)
  return async (path, query = {}) => {
    const token = await freshToken(deps, userId)
    try {
      return await people.get(token, path, query, signal)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
    }
    const newToken = await freshToken(deps, userId, token)
    try {
      return await people.get(newToken, path, query, signal)
    } catch (error) {
      const isOver = isUnauthorized(error) && (await endRefused(deps, userId, newToken))
      throw isOver ? conflict('spotify.ended') : error
    }
  }
}

/** Returns false if the connection has other tokens in the meantime. */
async function endRefused(deps: TokenDeps, userId: number, refused: string): Promise<boolean> {
  const row = await deps.db.spotifyConnection.findUnique({
    where: { userId },
    select: { accessToken: true, refreshToken: true },
  })
  if (!row?.accessToken || !row.refreshToken) return false
  if (deps.seal.open(row.accessToken, ownerOf(userId)) !== refused) return false
  await endConnection(deps, { userId, sealed: row.refreshToken })
  return true
}

/**
 * The token is valid for at least another minute and is not the `refused` one. One caller at a time renews it, across all
 * processes; the others wait for the result.
 * @throws notFound without a connection; conflict if it has expired; an UpstreamError, after which the connection still exists
 */
export async function freshToken(deps: TokenDeps, userId: number, refused?: string): Promise<string> {
  const { db, seal, now } = deps
  const patience = performance.now() + 1_000 * (RENEWAL + 5)
  while (performance.now() < patience) {
    const row = await db.spotifyConnection.findUnique({
      where: { userId },
      select: { accessToken: true, refreshToken: true, expiresAt: true },
    })
    if (!row) throw notConnected()
    if (!row.accessToken || !row.refreshToken) throw conflict('spotify.ended')
    const access = seal.open(row.accessToken, ownerOf(userId))
    const isFresh = row.expiresAt.getTime() - EARLIER > now().getTime()
    if (access !== null && access !== refused && isFresh) return access
    const token = { userId, sealed: row.refreshToken }
    const newToken = (await takeRenewal(deps, token)) ? await renew(deps, token) : null
    if (newToken !== null) return newToken
    await sleep(LOOK_AGAIN)
  }
  throw unavailable('spotify.unreachable')
}

/** The token changes with each renewal, so that a caller who has read an older one changes nothing. */
type SealedToken = { userId: number; sealed: Uint8Array }

const updateOf = ({ userId, sealed }: SealedToken) =>
  kysely.updateTable('SpotifyConnection').where('userId', '=', userId).where('refreshToken', '=', sealed)

async function takeRenewal({ db }: TokenDeps, token: SealedToken): Promise<boolean> {
  const renewal = updateOf(token)
    .set({ renewUntil: fromNow(RENEWAL) })
    .where((eb) => eb.or([eb('renewUntil', 'is', null), eb('renewUntil', '<', databaseNow)]))
  return (await run(db, renewal)) === 1
}

/** Null if the connection was replaced or deleted in the meantime. */
async function renew(deps: TokenDeps, token: SealedToken): Promise<string | null> {
  const { userId, sealed } = token
  const refresh = deps.seal.open(sealed, ownerOf(userId))
  const endRenewal = () => run(deps.db, updateOf(token).set({ renewUntil: null }))
  if (refresh === null) {
    // Keep the token: it can be decrypted again with the right key.
    deps.log.warn('A Spotify token cannot be decrypted: was APP_SECRET changed without APP_SECRET_BEFORE?')
    await endRenewal()
    throw conflict('spotify.ended')
  }
  const grant = await getSpotify(deps)
    .people.renew(refresh)
    .catch(async (error: unknown) => {
      if (!(error instanceof GrantOver)) {
        await endRenewal()
        throw error
      }
      await endConnection(deps, token)
      throw conflict('spotify.ended')
    })
  // A grant without a refresh token keeps the previous one.
  const isStored = await storeTokens(deps, token, { ...grant, refresh: grant.refresh ?? refresh })
  return isStored ? grant.access : null
}

/** Retries while the database is unreachable, because the old refresh token can already be invalid. */
async function storeTokens(
  deps: TokenDeps,
  token: SealedToken,
  grant: { access: string; refresh: string; expiresAt: Date },
): Promise<boolean> {
  const tokens = { ...sealTokens(deps, token.userId, grant), expiresAt: grant.expiresAt, renewUntil: null }
  for (let attempt = 1; ; attempt++) {
    try {
      return (await run(deps.db, updateOf(token).set(tokens))) === 1
    } catch (error) {
      if (!isDatabaseDown(error) || attempt === 4) throw unavailable('spotify.newTokenUnsaved', error)
      await sleep(500)
    }
  }
}

/** Deletes only the tokens. */
async function endConnection(deps: TokenDeps, token: SealedToken): Promise<void> {
  const { userId } = token
  const noTokens = { accessToken: null, refreshToken: null, renewUntil: null }
  await change(deps, async ({ tx, emit }) => {
    await lockUser(tx, userId)
    const count = await run(tx, updateOf(token).set(noTokens))
    if (count > 0) emit(topics.spotify(userId), { type: 'spotify.changed' }, userId)
  })
}
