import { setTimeout as sleep } from 'node:timers/promises'
import { fromNow } from '../jobs/lease.ts'
import type { Db } from '../lib/db.ts'
import { databaseNow, kysely, run, statement } from '../lib/sql.ts'
import { NoTurn, Paused, type Clock } from './pace.ts'

/** How urgent a call is, and how long its caller waits for it. */
export type Caller = {
  /** true if somebody waits for the answer: background calls take a turn only when no such call waits */
  isWaitedFor: boolean
  /** how long the caller waits, in milliseconds */
  patience?: number
  signal?: AbortSignal
}

/**
 * The right to make one request, until its end or the end of its lease. `failures` is the number of failures in a row before it;
 * after a slow one, the pause is twice as long.
 */
export type Turn = { until: Date; failures: number; isSlow: boolean }

/** Whether the service found our calls too many, and how long it asked us to wait, in milliseconds. */
type Failure = { isTooOften: boolean; retryAfter: number }
export type Outcome = 'answered' | 'abandoned' | Failure

/**
 * The rate limit of a service: one request at a time over all processes, and a pause after each. It is in a row of the database,
 * so that nothing but the database can change it.
 */
export type ServicePace = {
  /** Waits for a turn. @throws NoTurn if none is free within the caller's patience; the reason of an aborted signal */
  turn: (caller: Caller) => Promise<Turn>
  /**
   * Ends a turn. A failure begins a pause, longer after each failure in a row; an answer ends the pause of background calls, too.
   */
  end: (turn: Turn, outcome: Outcome) => Promise<void>
  /** true while this process knows of a pause */
  isPaused: () => boolean
}

/**
 * Milliseconds from an answer to the next request. MusicBrainz allows one request a second. A request can arrive long after its
 * turn began, but not after its answer: so the next one arrives at least as much later, however slow a process or a network is.
 */
const SPACING = 1_000
const SLOW_FOR = 10 * 60_000
/** Without an end, a turn ends after this time: its process died. In milliseconds; longer than any request. */
const LEASE = 20_000
/** Intervals of looking for a free turn, in milliseconds. */
const POLL = 150
const BACKGROUND_POLL = 1_000
/** More callers cannot be served before they give up. */
const MOST_WAITING = 20

/** The first pause lasts 2 to 4 seconds; each failure doubles it. */
const FIRST_PAUSE = 4_000
const LONGEST_PAUSE = 60_000
const LONGEST_BACKGROUND_PAUSE = 5 * 60_000

const readPace = statement(({ service }: { service: string }) =>
  kysely.selectFrom('ServicePace').selectAll().select(databaseNow.as('now')).where('service', '=', service),
)
type Row = Awaited<ReturnType<typeof readPace>>[number]

const timeOf = (time: Date | null): number => time?.getTime() ?? 0

type Options = {
  db: Db
  service: string
  /** for tests, replaces the clocks of the process and of the database */
  clock?: Clock
}

/** Reads and writes the row of a service. */
function makeRow({ db, service, clock }: Options) {
  const ofService = kysely.updateTable('ServicePace').where('service', '=', service)
  const moment = (ms: number) => (clock ? new Date(clock.now() + ms) : fromNow(ms / 1_000))

  async function read(): Promise<Row> {
    const [row] = await readPace(db, { service })
    if (row) return clock ? { ...row, now: new Date(clock.now()) } : row
    // Before the first call, and in a restored backup.
    await db.servicePace.createMany({ data: { service, nextAt: new Date(0) }, skipDuplicates: true })
    return await read()
  }

  return {
    read,

    /** Takes the turn that is free; null if another caller was faster. */
    async take({ now, nextAt, slowUntil, failures }: Row): Promise<Turn | null> {
      const until = new Date(timeOf(now) + LEASE)
      const taken = await run(db, ofService.set({ nextAt: until }).where('nextAt', '=', nextAt))
      return taken > 0 ? { until, failures, isSlow: timeOf(slowUntil) > timeOf(now) } : null
    },

    /** Keeps background calls of all processes from taking the next turn. */
    async noteWaiting({ now, waitedUntil }: Row): Promise<void> {
      if (timeOf(waitedUntil) - timeOf(now) > 2 * POLL) return
      await run(db, ofService.set({ waitedUntil: moment(10 * POLL) }))
    },

    /** Ends a turn, if its lease has not expired. */
    async end({ until, failures, isSlow }: Turn, outcome: Outcome): Promise<void> {
      const values = {
        nextAt: moment(isSlow ? 2 * SPACING : SPACING),
        ...(outcome === 'answered' && { failures: 0, pausedUntil: null, backgroundPausedUntil: null }),
        ...(typeof outcome === 'object' && pauseAfter(failures, outcome, moment)),
      }
      await run(db, ofService.set(values).where('nextAt', '=', until))
    },
  }
}

/** Returns the values of a pause that begins now. */
function pauseAfter<Moment>(
  failures: number,
  { isTooOften, retryAfter }: Failure,
  moment: (ms: number) => Moment,
) {
  const jitter = 0.5 + Math.random() / 2
  const pause = (longest: number) =>
    Math.min(
      longest,
      Math.max(jitter * Math.min(longest, FIRST_PAUSE * 2 ** Math.min(failures, 10)), retryAfter),
    )
  return {
    failures: failures + 1,
    pausedUntil: moment(pause(LONGEST_PAUSE)),
    backgroundPausedUntil: moment(pause(LONGEST_BACKGROUND_PAUSE)),
    ...(isTooOften && { slowUntil: moment(SLOW_FOR) }),
  }
}

/** Creates the pace of a service. */
export function makeServicePace(options: Options): ServicePace {
  const { service, clock } = options
  const row = makeRow(options)
  const now = clock?.now ?? (() => performance.now())
  /** callers that somebody waits for, in the order in which they came */
  const line: object[] = []
  let pauseEnd = 0

  async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await (clock ? clock.sleep(ms) : sleep(ms, undefined, signal && { signal })).catch(() => {})
    signal?.throwIfAborted()
  }

  /** Takes a turn if one is free. Otherwise returns how long to wait before looking again. */
  async function look({ isWaitedFor }: Caller, deadline: number): Promise<Turn | number> {
    const state = await row.read()
    const start = timeOf(state.now)
    pauseEnd = now() + timeOf(state.pausedUntil) - start
    if (isWaitedFor && pauseEnd > deadline) throw new Paused(`${service} is paused`)
    const others = isWaitedFor ? 0 : Math.max(timeOf(state.backgroundPausedUntil), timeOf(state.waitedUntil))
    const wait = Math.max(timeOf(state.nextAt), timeOf(state.pausedUntil), others) - start
    if (wait <= 0) return (await row.take(state)) ?? POLL
    if (isWaitedFor) await row.noteWaiting(state)
    // A turn can end long before its lease.
    return Math.min(wait, isWaitedFor ? POLL : BACKGROUND_POLL)
  }

  return {
    async turn(caller) {
      const { isWaitedFor, patience = Infinity, signal } = caller
      const deadline = now() + patience
      if (isWaitedFor && line.length >= MOST_WAITING) throw new NoTurn('Too many calls are waiting')
      const place = {}
      if (isWaitedFor) line.push(place)
      try {
        for (;;) {
          signal?.throwIfAborted()
          const isNext = isWaitedFor ? line[0] === place : line.length === 0
          const found = isNext ? await look(caller, deadline) : POLL
          if (typeof found !== 'number') return found
          if (now() + found > deadline) throw new NoTurn('Too many calls are waiting')
          await rest(found, signal)
        }
      } finally {
        if (isWaitedFor) line.splice(line.indexOf(place), 1)
      }
    },

    end: (turn, outcome) => row.end(turn, outcome),

    isPaused: () => now() < pauseEnd,
  }
}
