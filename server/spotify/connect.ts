import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '../../shared/events.ts'
import { paths } from '../../shared/paths.ts'
import type { ConnectSpotifyInput } from '../../shared/spotify.ts'
import type { ErrorId } from '../../shared/texts.ts'
import { AppRefused } from '../clients/spotify/exchange.ts'
import { GrantOver, type Grant } from '../clients/spotify/grants.ts'
import { readPerson, type SpotifyPerson } from '../clients/spotify/library.ts'
import { Resting } from '../clients/spotify/people.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, spotifyCalls } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import { DomainError, forbidden, invalid, unavailable, type ErrorKind } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'
import { kysely, run } from '../lib/sql.ts'
import { lockUser } from '../users/lock.ts'
import { asksToWait, getSpotify } from './failures.ts'
import { bareSummary, profileOf, readSummary, writeSummary } from './summary.ts'
import { stopSync } from './sync.ts'
import { sealTokens } from './tokens.ts'

const TEN_MINUTES = 10 * 60_000
const ME_PATIENCE = 15_000
/** how long a repeated request waits for the outcome of the first, in milliseconds: longer than that can take */
const OUTCOME_PATIENCE = 25_000
const LOOK_AGAIN = 100

/** Spotify accepts a loopback address, but not the name "localhost"; from there the page redirects to PUBLIC_URL. */
function redirectUri({ PUBLIC_URL }: Deps['settings']): string {
  const url = new URL(paths.spotifyCallback(), PUBLIC_URL)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return url.href
}

const ownerOf = (stateHash: Uint8Array) => `SpotifyAuthorization:${Buffer.from(stateHash).toString('hex')}`

/**
 * Spotify redirects back with a state that only this session can use, once, within ten minutes.
 * @throws notFound if Spotify is not set up; tooMany
 */
export async function authorize(deps: Deps, viewer: SignedIn): Promise<{ url: string }> {
  const { people } = getSpotify(deps)
  await deps.limit(spotifyCalls).take(keyOf(viewer))
  const [state, verifier] = [newToken(), newToken()]
  const stateHash = tokenHash(state)
  const now = deps.now()
  await deps.db.spotifyAuthorization.deleteMany({
    where: { userId: viewer.id, createdAt: { lt: new Date(now.getTime() - TEN_MINUTES) } },
  })
  await deps.db.spotifyAuthorization.createMany({
    data: {
      stateHash,
      userId: viewer.id,
      sessionId: viewer.sessionId,
      verifier: deps.seal.seal(verifier, ownerOf(stateHash)),
      createdAt: now,
    },
  })
  return { url: people.authorizeUrl({ state, verifier, redirectUri: redirectUri(deps.settings) }) }
}

export async function pruneAuthorizations({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const cutoff = new Date(now().getTime() - TEN_MINUTES)
  const { count } = await db.spotifyAuthorization.deleteMany({ where: { createdAt: { lt: cutoff } } })
  return count
}

type Outcome = { failed: { kind: ErrorKind; id: ErrorId; count?: number | undefined } | null }

/**
 * A repeated request (a reload, a second tab, an effect that ran twice) returns the outcome of the first one, even while that is
 * still in progress.
 * @throws forbidden for a state of another session, or for an account that Spotify does not admit; invalid for an invalid code;
 * tooMany; unavailable
 */
export async function connect(
  deps: Deps,
  viewer: SignedIn,
  { code, state }: ConnectSpotifyInput,
): Promise<{ connected: true }> {
  getSpotify(deps)
  const stateHash = tokenHash(state)
  const row = await deps.db.spotifyAuthorization.findFirst({
    where: { stateHash, userId: viewer.id, sessionId: viewer.sessionId },
    select: { verifier: true, createdAt: true },
  })
  const verifier = row && deps.seal.open(row.verifier, ownerOf(stateHash))
  const hasExpired = !row || deps.now().getTime() - row.createdAt.getTime() > TEN_MINUTES
  if (hasExpired || !verifier) throw forbidden('spotify.connectFailed')
  const spending = kysely
    .updateTable('SpotifyAuthorization')
    .set({ spentAt: deps.now() })
    .where('stateHash', '=', stateHash)
    .where('spentAt', 'is', null)
  const isFirst = (await run(deps.db, spending)) === 1
  const { failed } = isFirst
    ? await spend(deps, viewer, { code, verifier, stateHash })
    : await outcomeOf(deps, stateHash)
  if (failed) throw new DomainError(failed.kind, failed)
  return { connected: true }
}

/** The other request can run in any process: only the row tells both, so it is read until the outcome is stored. */
async function outcomeOf({ db }: Pick<Deps, 'db'>, stateHash: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const patience = performance.now() + OUTCOME_PATIENCE
  while (performance.now() < patience) {
    const row = await db.spotifyAuthorization.findUnique({ where: { stateHash }, select: { outcome: true } })
    if (!row) throw forbidden('spotify.connectFailed')
    if (row.outcome) return JSON.parse(row.outcome) as Outcome
    await sleep(LOOK_AGAIN)
  }
  throw unavailable('spotify.connectBroken')
}

type Authorization = { code: string; verifier: string; stateHash: Uint8Array<ArrayBuffer> }

async function spend(deps: Deps, viewer: SignedIn, authorization: Authorization): Promise<Outcome> {
  try {
    const connection = await askSpotify(deps, authorization)
    await storeConnection(deps, viewer, { ...connection, stateHash: authorization.stateHash })
    return { failed: null }
  } catch (error) {
    const { kind, id, count } = error instanceof DomainError ? error : unavailable('spotify.connectBroken')
    if (!(error instanceof DomainError) || error.cause)
      deps.log.warn({ err: error }, 'a connection to Spotify failed')
    const failure: Outcome = { failed: { kind, id, count } }
    const outcome = JSON.stringify(failure)
    // The error is returned even if it cannot be stored for the waiting requests.
    await deps.db.spotifyAuthorization
      .updateMany({ where: { stateHash: authorization.stateHash }, data: { outcome } })
      .catch(() => {})
    return failure
  }
}

type NewConnection = Grant & { refresh: string; person: SpotifyPerson }

async function askSpotify(deps: Deps, { code, verifier }: Authorization): Promise<NewConnection> {
  const { people } = getSpotify(deps)
  const grant = await people
    .redeem({ code, verifier, redirectUri: redirectUri(deps.settings) })
    .catch((error: unknown) => {
      const isNoToken =
        error instanceof UpstreamError && error.failure === 'broken' && error.code === undefined
      if (error instanceof GrantOver || isNoToken) throw invalid('spotify.tokenMissing')
      throw errorWithWait(deps, error)
    })
  const { access, refresh } = grant
  if (refresh === null) throw invalid('spotify.tokenMissing')
  const get = (path: string, query = {}) => people.get(access, path, query, AbortSignal.timeout(ME_PATIENCE))
  const person = await readPerson(get).catch((error: unknown) => {
    // Spotify's own sign-in succeeds for everyone. Only the first call shows whether an app in development mode is allowed to
    // serve the account.
    const isStranger = error instanceof AppRefused && /registered/i.test(error.message)
    if (isStranger) throw forbidden('spotify.notAdmitted')
    throw errorWithWait(deps, error)
  })
  return { ...grant, refresh, person }
}

const errorWithWait = ({ now }: Pick<Deps, 'now'>, error: unknown) =>
  error instanceof Resting ? asksToWait(error.until, now()) : error

/** The summary and sync time of an earlier connection are kept if it was to the same account. */
async function storeConnection(
  deps: Deps,
  viewer: SignedIn,
  { stateHash, ...connection }: NewConnection & Pick<Authorization, 'stateHash'>,
): Promise<void> {
  const { person, scope, expiresAt } = connection
  const now = deps.now()
  const data = {
    ...sealTokens(deps, viewer.id, connection),
    spotifyId: person.linkId,
    scope,
    expiresAt,
    authorizedAt: now,
    renewUntil: null,
    updatedAt: now,
  }
  try {
    await change(deps, async ({ tx, emit }) => {
      const owner = await lockUser(tx, viewer.id)
      const previous = await tx.spotifyConnection.findUnique({
        where: { userId: viewer.id },
        select: { spotifyId: true, summary: true, lastSyncAt: true },
      })
      const sameAccount = previous?.spotifyId === person.linkId ? previous : null
      const summary = sameAccount
        ? {
            summary: writeSummary({ ...readSummary(sameAccount.summary), profile: profileOf(person) }),
            lastSyncAt: sameAccount.lastSyncAt,
          }
        : { summary: writeSummary(bareSummary(person)), lastSyncAt: null }
      // A running sync still has the old tokens.
      await stopSync(tx, owner)
      await tx.spotifyConnection.upsert({
        where: { userId: viewer.id },
        create: { ...data, ...summary, userId: viewer.id, createdAt: now },
        update: { ...data, ...summary },
        select: { userId: true },
      })
      const outcome: Outcome = { failed: null }
      await tx.spotifyAuthorization.updateMany({
        where: { stateHash },
        data: { outcome: JSON.stringify(outcome) },
      })
      emit(topics.spotify(viewer.id), { type: 'spotify.changed' }, viewer.id)
    })
  } catch (error) {
    throw error instanceof DomainError ? error : unavailable('spotify.tokenUnsaved', error)
  }
}
