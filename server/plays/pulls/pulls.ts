import { sql } from 'kysely'
import { topics } from '../../../shared/events.ts'
import { NoPlays, PageFailed, type PlayService, type PulledPlay } from '../../clients/plays/service.ts'
import { change } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import { fromNow } from '../../jobs/lease.ts'
import { isDatabaseDown, type Db } from '../../lib/db.ts'
import { databaseNow, kysely, run, statement, type Tables } from '../../lib/sql.ts'
import { recordPlays } from '../write/record.ts'
import { GaveWay, walkPages } from './walk.ts'

// Fetches what people play from other services, for one person at a time, from where the last fetch ended.

export type ServiceName = Tables['PlayPull']['service']

const MINUTE = 60
/** Seconds from the end of a pull to the next one. */
const EVERY = 10 * MINUTE
/** Seconds until a pull is tried again that gave way to somebody's new name. */
const SOON = 10

const DAY = 24 * 60 * 60_000
/** The first pull is of the last days. */
const FIRST_DAYS = 30
/** A pull begins this long before the end of the last one, because plays can arrive late. In milliseconds. */
const OVERLAP = 5 * 60_000

const nameColumns = { lastfm: 's.lastfmUser', listenbrainz: 's.listenBrainzUser' } as const

const nextOf = (service: ServiceName) => {
  const name = nameColumns[service]
  const named = kysely
    .selectFrom('Scrobbling as s')
    .innerJoin('User as u', 'u.id', 's.userId')
    .leftJoin('PlayPull as p', (join) =>
      join.onRef('p.userId', '=', 's.userId').on('p.service', '=', service),
    )
    .select(['s.userId', `${name} as name`, 'p.name as earlierName', 'p.upTo'])
    .where(name, 'is not', null)
    .where('u.disabledAt', 'is', null)
    .limit(1)
  const isNew = sql<boolean>`(p.userId IS NULL OR p.name <> ${sql.ref(name)})`
  return {
    due: statement(() =>
      named
        .where((eb) => eb.or([isNew, eb('p.dueAt', '<=', databaseNow)]))
        .orderBy(isNew, 'desc')
        .orderBy('p.dueAt'),
    ),
    newName: statement(({ exceptId }: { exceptId: number }) =>
      named.where(isNew).where('s.userId', '<>', exceptId),
    ),
  }
}
const next = { lastfm: nextOf('lastfm'), listenbrainz: nextOf('listenbrainz') }

type Pull = { service: ServiceName; userId: number; name: string; upTo: Date | null }

export async function findDuePull(db: Db, service: ServiceName): Promise<Pull | null> {
  const [row] = await next[service].due(db, {})
  if (!row || row.name === null) return null
  const { userId, name, earlierName, upTo } = row
  const isSameName = earlierName?.toLowerCase() === name.toLowerCase()
  return { service, userId, name, upTo: isSameName ? upTo : null }
}

/** Pulls the plays of everybody who is due. */
export async function pullDue(
  deps: Deps,
  { name, service }: { name: ServiceName; service: PlayService },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const pull = await findDuePull(deps.db, name)
    if (!pull) return
    await runPull(deps, pull, { service, signal })
  }
}

type Running = { service: PlayService; signal: AbortSignal }

async function runPull(deps: Deps, pull: Pull, running: Running): Promise<void> {
  const now = deps.now()
  const from = pull.upTo
    ? new Date(pull.upTo.getTime() - OVERLAP)
    : new Date(now.getTime() - FIRST_DAYS * DAY)
  try {
    let newest = pull.upTo?.getTime() ?? from.getTime()
    const { service, userId: exceptId } = pull
    const givesWay = async () => (await next[service].newName(deps.db, { exceptId })).length > 0
    for await (const plays of walkPages({ ...running, user: pull.name, from, givesWay })) {
      if (!(await isCurrent(deps.db, pull))) return
      await storePlays(
        deps,
        pull,
        plays.filter(({ at }) => at >= from),
      )
      newest = plays.reduce((latest, { at }) => Math.max(latest, at.getTime()), newest)
    }
    // A play of the future must not hide those before it.
    const upTo = new Date(Math.min(newest, now.getTime()))
    await endPull(deps, pull, { upTo, pulledAt: now, problem: null }, EVERY)
  } catch (error) {
    if (running.signal.aborted) throw error
    if (error instanceof NoPlays) {
      await endPull(deps, pull, { upTo: pull.upTo, problem: error.problem }, EVERY)
      return
    }
    if (isDatabaseDown(error)) throw error
    if (error instanceof GaveWay) {
      await endPull(deps, pull, { upTo: pull.upTo, problem: 'unavailable' }, SOON)
      return
    }
    // An odd answer about one user must not stop the pulls of the others.
    const wait = error instanceof PageFailed ? error.wait : 0
    const level = error instanceof PageFailed ? 'warn' : 'error'
    deps.log[level]({ err: error, service: pull.service }, 'plays could not be fetched')
    const later = Math.max(EVERY, wait / 1_000)
    await endPull(deps, pull, { upTo: pull.upTo, problem: 'unavailable' }, later)
  }
}

const sources = { lastfm: 'lastfmPull', listenbrainz: 'listenbrainzPull' } as const

async function storePlays(deps: Deps, { service, userId }: Pull, plays: PulledPlay[]): Promise<void> {
  if (plays.length > 0) await recordPlays(deps, userId, plays, { source: sources[service], client: null })
}

/** False if the user has changed or removed the name, or is disabled. */
async function isCurrent(db: Db, { service, userId, name }: Pull): Promise<boolean> {
  const row = await db.scrobbling.findFirst({
    where: { userId, user: { disabledAt: null } },
    select: { lastfmUser: true, listenBrainzUser: true },
  })
  return (service === 'lastfm' ? row?.lastfmUser : row?.listenBrainzUser) === name
}

type State = Pick<Tables['PlayPull'], 'upTo' | 'problem'> & { pulledAt?: Date }

/** Writes nothing if the account was deleted or the name was removed meanwhile. */
async function endPull(deps: Deps, pull: Pull, state: State, seconds: number): Promise<void> {
  if (!(await isCurrent(deps.db, pull))) return
  const { service, userId, name } = pull
  const values = { name, ...state, dueAt: fromNow(seconds) }
  await change(deps, async ({ tx, emit }) => {
    const row = kysely
      .insertInto('PlayPull')
      .values({ userId, service, pulledAt: null, ...values })
      .onDuplicateKeyUpdate(values)
    await run(tx, row)
    emit(topics.plays(userId), { type: 'scrobbling.changed' }, userId)
  })
}
