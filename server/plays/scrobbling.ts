import type { z } from 'zod'
import type { ScrobblingAddresses, ScrobblingSettings, setScrobblingInput } from '../../shared/plays.ts'
import type { Texts } from '../../shared/texts.ts'
import type { WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { deleteSecret, writeScrobbling } from '../scrobbling/rows.ts'
import { makeSecret } from './credentials.ts'
import { announceLevel, endAnyPlaying, type PlayingDeps } from './nowPlaying.ts'
import { deleteOtherPulls, readPulls } from './pulls/settings.ts'

const addressesOf = ({ settings }: Pick<Deps, 'settings'>): ScrobblingAddresses => ({
  listenBrainzUrl: `${settings.PUBLIC_URL}/listenbrainz`,
  lastfmUrl: `${settings.PUBLIC_URL}/lastfm/2.0/`,
})

export async function getScrobbling(
  deps: Pick<Deps, 'db' | 'settings'>,
  viewer: Pick<SignedIn, 'id'>,
  texts: Texts,
): Promise<ScrobblingSettings> {
  const row = await deps.db.scrobbling.findUnique({ where: { userId: viewer.id } })
  return {
    ...addressesOf(deps),
    on: Boolean(row?.secretHash),
    lastFour: row?.lastFour ?? null,
    lastContact: row?.lastContactAt?.toISOString() ?? null,
    lastProblem: row?.lastProblem ? texts.plays.problems[row.lastProblem] : null,
    lastfmUser: row?.lastfmUser ?? '',
    listenBrainzUser: row?.listenBrainzUser ?? '',
    hasLastfm: Boolean(deps.settings.LASTFM_API_KEY),
    plays: row?.plays ?? 'me',
    nowPlaying: row?.nowPlaying ?? 'me',
    pulls: await readPulls(deps.db, viewer.id, texts),
  }
}

/** A new secret replaces the previous one, whose session key ends with it. */
export async function turnOnScrobbling(
  deps: Pick<Deps, 'db' | 'settings' | 'seal'>,
  viewer: Pick<SignedIn, 'id'>,
): Promise<ScrobblingAddresses & { secret: string }> {
  const { secret, columns } = makeSecret(deps, viewer.id)
  await writeScrobbling(deps.db, viewer.id, { ...columns, lastContactAt: null, lastProblem: null })
  return { secret, ...addressesOf(deps) }
}

/** Idempotent. The plays stay. */
export async function turnOffScrobbling(
  deps: WriteDeps & PlayingDeps,
  viewer: Pick<SignedIn, 'id'>,
): Promise<null> {
  await deleteSecret(deps.db, viewer.id)
  await endAnyPlaying(deps, viewer.id)
  return null
}

export async function setScrobbling(
  deps: WriteDeps & Pick<Deps, 'settings'>,
  viewer: Pick<SignedIn, 'id'>,
  { lastfmUser, listenBrainzUser, ...levels }: z.output<typeof setScrobblingInput>,
  texts: Texts,
): Promise<ScrobblingSettings> {
  const previous = await deps.db.scrobbling.findUnique({ where: { userId: viewer.id } })
  await writeScrobbling(deps.db, viewer.id, {
    ...levels,
    ...(lastfmUser !== undefined && { lastfmUser: lastfmUser || null }),
    ...(listenBrainzUser !== undefined && { listenBrainzUser: listenBrainzUser || null }),
  })
  if (lastfmUser !== undefined) await deleteOtherPulls(deps.db, viewer.id, 'lastfm', lastfmUser)
  if (listenBrainzUser !== undefined)
    await deleteOtherPulls(deps.db, viewer.id, 'listenbrainz', listenBrainzUser)
  if (levels.nowPlaying)
    await announceLevel(deps, viewer.id, { from: previous?.nowPlaying ?? 'me', to: levels.nowPlaying })
  return await getScrobbling(deps, viewer, texts)
}
