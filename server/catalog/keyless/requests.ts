import { setTimeout as sleep } from 'node:timers/promises'
import { nameKey } from '../../../shared/albumKey.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import { DomainError } from '../../lib/errors.ts'
import { insertRows, kysely, rows, run, statement } from '../../lib/sql.ts'
import { identityKey } from '../albums.ts'
import { hashOfIdentity } from '../aliases.ts'

// Names without a row, which wait for MusicBrainz' answer. Pages request and go on; changes wait for a moment.

/** An album without a row is being looked up. */
export class LookingUp extends DomainError {
  constructor() {
    super('unavailable', { id: 'catalog.unavailable' })
  }
}

/** `album` is null if the artist is requested. */
export type Names = { artist: string; album: string | null }

const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND
/** Time after which an open request is written again, so that it stays one that somebody waits for. */
const RENEWED_AFTER = 5 * SECOND
/** Interval between two looks for the answer. */
const LOOK = 200
const LONGEST_PAUSE = 30
/** Pause of a name for which the service fails: trying it again at once would pause the service for every other name. */
const FAILED_PAUSE = 60 * SECOND

const keyOfRequest = ({ artist, album }: Names): Uint8Array =>
  hashOfIdentity(album === null ? `artist:${nameKey(artist)}` : identityKey({ artist, album }))

const requestAt = statement(({ key }: { key: Uint8Array }) =>
  kysely
    .selectFrom('CatalogRequest')
    .select(['state', 'wantedAt', 'askAgainAt', 'artistId'])
    .where('key', '=', key),
)

/** `lag` in milliseconds: requests that nobody waits for come after those of the last minutes. */
export type Requests = Pick<Deps, 'db' | 'now'> & { spend: () => Promise<void>; lag: number }

/**
 * Requests an album or artist without a row. Returns 'none' if the service does not know it, as long as that answer is valid.
 * @throws as `spend`, before a new request
 */
export async function request({ db, now, spend, lag }: Requests, names: Names): Promise<'waiting' | 'none'> {
  const key = keyOfRequest(names)
  const time = now()
  const wantedAt = new Date(time.getTime() - lag)
  const [known] = await requestAt(db, { key })
  if (known?.state === 'none' && known.askAgainAt! > time) return 'none'
  if (known?.state === 'waiting' && known.wantedAt.getTime() > wantedAt.getTime() - RENEWED_AFTER)
    return 'waiting'
  if (known?.state !== 'waiting') await spend()
  // Somebody who waits does not wait for the pause that a failure of a background call began.
  const orUpdate = ['state', 'wantedAt', ...(lag === 0 ? (['askAgainAt'] as const) : [])] as const
  const row = { key, ...names, state: 'waiting', wantedAt, askAgainAt: null } as const
  await insertRows(db, 'CatalogRequest', [row], { orUpdate })
  return 'waiting'
}

/** Calls `find` until it returns something, or until the patience ends. */
export async function waitFor<Found>(
  find: () => Promise<Found | null>,
  patience: number,
): Promise<Found | null> {
  const deadline = performance.now() + patience
  for (;;) {
    const found = await find()
    const left = deadline - performance.now()
    if (found !== null || left <= 0) return found
    await sleep(Math.min(LOOK, left))
  }
}

export type Request = Names & { key: Uint8Array; wantedAt: Date; failures: number }

/** The open requests that are due, those first that somebody asked for last. */
export const newestRequest = statement(({ since, now }: { since: Date; now: Date }) =>
  kysely
    .selectFrom('CatalogRequest')
    .select(['key', 'artist', 'album', 'wantedAt', 'failures'])
    .where('state', '=', 'waiting')
    .where('wantedAt', '>', since)
    .where((eb) => eb.or([eb('askAgainAt', 'is', null), eb('askAgainAt', '<=', now)]))
    .orderBy('wantedAt', 'desc')
    .limit(1),
)

type Writing = { tx: Deps['db'] | Parameters<typeof run>[0]; now: Date }

/** An answer 'none' is valid for 1, 2, 4 … 30 days. */
export async function closeRequest({ tx, now }: Writing, { key, failures }: Request): Promise<void> {
  const days = Math.min(2 ** failures, LONGEST_PAUSE)
  await run(
    tx,
    kysely
      .updateTable('CatalogRequest')
      .set({ state: 'none', askAgainAt: new Date(now.getTime() + days * DAY) })
      .set({ failures: Math.min(failures + 1, 100) })
      .where('key', '=', key),
  )
}

/** Lets the other requests come first for a while. */
export async function postponeRequest(
  { tx, now }: Writing,
  { key, wantedAt }: Pick<Request, 'key' | 'wantedAt'>,
): Promise<void> {
  const askAgainAt = new Date(now.getTime() + FAILED_PAUSE)
  await run(
    tx,
    kysely
      .updateTable('CatalogRequest')
      .set({ askAgainAt })
      .where('key', '=', key)
      .where('state', '=', 'waiting')
      // Somebody who waits has asked for it meanwhile.
      .where('wantedAt', '=', wantedAt),
  )
}

/** Returns true if the service has failed for one of these names, which is tried again later. */
export async function hasFailed(db: Tx, names: readonly Names[]): Promise<boolean> {
  const open = await rows(
    db,
    kysely
      .selectFrom('CatalogRequest')
      .select('key')
      .where('key', 'in', names.map(keyOfRequest))
      .where('state', '=', 'waiting')
      .where('askAgainAt', 'is not', null),
  )
  return open.length > 0
}

/** Stores which artist a name means that is not the artist's own. */
export async function nameArtist({ tx, now }: Writing, { key }: Request, artistId: string): Promise<void> {
  const found = { state: 'found', artistId, wantedAt: now } as const
  await run(tx, kysely.updateTable('CatalogRequest').set(found).where('key', '=', key))
}

/** Returns the artist that a name means, if it is not the artist's own. */
export async function namedArtist({ db }: Pick<Deps, 'db'>, artist: string): Promise<string | null> {
  const [known] = await requestAt(db, { key: keyOfRequest({ artist, album: null }) })
  return known?.state === 'found' ? known.artistId : null
}

export const deleteRequest = ({ tx }: Pick<Writing, 'tx'>, { key }: Pick<Request, 'key'>): Promise<number> =>
  run(tx, kysely.deleteFrom('CatalogRequest').where('key', '=', key))

/** Requests for which nobody has asked for a day are given up; an answer 'none' is kept twice as long as it can be valid. */
export async function deleteOldRequests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * DAY)
  return await run(
    db,
    kysely
      .deleteFrom('CatalogRequest')
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'waiting'), eb('wantedAt', '<', before(1))]),
          eb('wantedAt', '<', before(2 * LONGEST_PAUSE)),
        ]),
      ),
  )
}
