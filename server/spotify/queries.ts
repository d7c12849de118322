import type {
  SpotifyPlaylistInput,
  SpotifyPlaylistPage,
  SpotifyProgress,
  SpotifyStats,
  SpotifyStatus,
} from '../../shared/spotify.ts'
import { readPlaylistTracks } from '../clients/spotify/library.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, playlistPages } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { notFound, unavailable } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'
import { databaseNow, kysely, statement } from '../lib/sql.ts'
import { readOf } from '../users/queries.ts'
import { toUserError } from './failures.ts'
import { canOpen, freshToken, getFor } from './tokens.ts'
import { connectionView, stateOf, statsView } from './view.ts'

export const isAvailable = ({ spotify }: Pick<Deps, 'spotify'>): boolean => spotify !== null

/**
 * Statistics of the last sync; null without a connection. An expired connection is only shown to its owner.
 * @throws notFound for an unknown user
 */
export async function getStats(
  deps: Pick<Deps, 'db' | 'now' | 'seal'>,
  viewer: SignedIn | null,
  { nickname }: { nickname: string },
): Promise<SpotifyStats | null> {
  return await readOf(deps, { viewer, nickname, nothing: null }, async ({ id: userId, reader }) => {
    const isOwner = reader === 'owner'
    const row = await findConnection(deps, userId)
    if (!row || (!isOwner && stateOf(row, deps.now()) === 'ended')) return null
    return statsView(row, isOwner)
  })
}

const connectionOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('SpotifyConnection')
    .select(['refreshToken', 'authorizedAt', 'expiresAt', 'summary', 'lastSyncAt'])
    .where('userId', '=', userId),
)

/** If the tokens cannot be decrypted, the connection counts as expired. */
async function findConnection(deps: Pick<Deps, 'db' | 'seal'>, userId: number) {
  const [row = null] = await connectionOf(deps.db, { userId })
  return row && !canOpen(deps, userId, row.refreshToken) ? { ...row, refreshToken: null } : row
}

/** Expired tokens are renewed in the background. */
export async function getStatus(deps: Deps, viewer: SignedIn): Promise<SpotifyStatus> {
  // Read first: an event in between is then sent again rather than lost.
  const live = deps.bus.last()
  const [row, syncing, restsUntil] = await Promise.all([
    findConnection(deps, viewer.id),
    readProgress(deps, viewer),
    deps.spotify?.people.restsUntil(),
  ])
  const now = deps.now()
  if (deps.spotify && row?.refreshToken && row.expiresAt <= now) renewBehind(deps, viewer)
  return {
    connection: row && connectionView(row, now),
    syncing,
    restsUntil: restsUntil?.toISOString() ?? null,
    live,
  }
}

const progressOf = statement(({ key }: { key: string }) =>
  kysely
    .selectFrom('Job')
    .select('progress')
    .where('kind', '=', 'sync')
    .where('key', '=', key)
    .where('leasedUntil', '>', databaseNow),
)

async function readProgress({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<SpotifyProgress | null> {
  const [row] = await progressOf(db, { key: String(viewer.id) })
  return row?.progress ? (JSON.parse(row.progress) as SpotifyProgress) : null
}

/** An event reports if the connection has expired. */
function renewBehind(deps: Deps, viewer: SignedIn): void {
  deps.jobs.start(async () => {
    await freshToken(deps, viewer.id).catch((error: unknown) =>
      deps.log.info({ err: error }, 'Spotify tokens could not be renewed'),
    )
  })
}

/**
 * Live from Spotify.
 * @throws notFound for an unreadable playlist, or without a connection; conflict if the connection has expired; tooMany;
 * unavailable
 */
export async function getPlaylist(
  deps: Deps,
  viewer: SignedIn,
  { id, offset }: SpotifyPlaylistInput,
): Promise<SpotifyPlaylistPage> {
  await deps.limit(playlistPages).take(keyOf(viewer))
  try {
    return await readPlaylistTracks(getFor(deps, viewer.id), id, offset)
  } catch (error) {
    const isClosed = error instanceof UpstreamError && [400, 403, 404].includes(error.code ?? 0)
    const domainError = toUserError(error, deps.now())
    if (domainError) throw domainError
    throw isClosed ? notFound('spotify.playlistUnreadable') : unavailable('spotify.playlistUnreadable', error)
  }
}
