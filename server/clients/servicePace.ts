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

/** The right to make one request now. `failures` is the number of failures in a row before it. */
export type Turn = { at: Date; failures: number }

/** Whether the service found our calls too many, and how long it asked us to wait, in milliseconds. */
type Failure = { isTooOften: boolean; retryAfter: number }

/**
 * The rate limit of a service, shared by all processes through a row of the database, so that nothing but the database can
 * change it.
 */
export type ServicePace = {
  /** Waits for the next turn. @throws NoTurn if it comes later than the caller's patience; the reason of an aborted signal */
  turn: (caller: Caller) => Promise<Turn>
  /** Ends the pause after failures. */
  succeeded: (turn: Turn) => Promise<void>
  /** Begins a pause, longer after each failure in a row. Several failures of calls made before the pause count as one. */
  failed: (turn: Turn, failure: Failure) => Promise<void>
  /** true while this process knows of a pause */
  isPaused: () => boolean
}

/**
 * Milliseconds between two turns. MusicBrainz allows one request a second. Requests can arrive closer together than their turns:
 * a caller may wake up late, and a new connection takes time.
 */
const SPACING = 1_100
/** A caller that is later than this for its turn, in milliseconds, takes another one. */
const LATE = 150
const SLOW_FOR = 10 * 60_000

/** The first pause lasts 2 to 4 seconds; each failure doubles it. */
const FIRST_PAUSE = 4_000
const LONGEST_PAUSE = 60_000
const LONGEST_BACKGROUND_PAUSE = 5 * 60_000

/** Lengths in milliseconds; `slow` is how long calls are half as often. */
type Pause = { pause: number; backgroundPause: number; slow: number }

function pauseAfter({ failures }: Turn, { isTooOften, retryAfter }: Failure): Pause {
  const jitter = 0.5 + Math.random() / 2
  const length = FIRST_PAUSE * 2 ** Math.min(failures, 10)
  const atMost = (longest: number) =>
    Math.min(longest, Math.max(Math.min(longest, length) * jitter, retryAfter))
  return {
    pause: atMost(LONGEST_PAUSE),
    backgroundPause: atMost(LONGEST_BACKGROUND_PAUSE),
    slow: isTooOften ? SLOW_FOR : 0,
  }
}

const readPace = statement(({ service }: { service: string }) =>
  kysely
    .selectFrom('ServicePace')
    .select(['nextAt', 'slowUntil', 'pausedUntil', 'backgroundPausedUntil', 'failures'])
    .select(databaseNow.as('now'))
    .where('service', '=', service),
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

    /** Reserves the turn at a time; false if another process was faster. */
    async reserve({ nextAt, slowUntil }: Row, at: number): Promise<boolean> {
      const spacing = timeOf(slowUntil) > at ? 2 * SPACING : SPACING
      const update = ofService.set({ nextAt: new Date(at + spacing) }).where('nextAt', '=', nextAt)
      return (await run(db, update)) > 0
    },

    async endPause(): Promise<void> {
      const values = { failures: 0, pausedUntil: null, backgroundPausedUntil: null }
      await run(db, ofService.set(values).where('failures', '>', 0))
    },

    /** Begins a pause, unless a failure after the turn already did. */
    async beginPause(turn: Turn, { pause, backgroundPause, slow }: Pause): Promise<void> {
      const values = {
        failures: turn.failures + 1,
        pausedUntil: moment(pause),
        backgroundPausedUntil: moment(backgroundPause),
        ...(slow > 0 && { slowUntil: moment(slow) }),
      }
      const isFirst = ofService.where((row) =>
        row.or([row('pausedUntil', 'is', null), row('pausedUntil', '<=', turn.at)]),
      )
      await run(db, isFirst.set(values))
    },
  }
}
/** Creates the pace of a service. */
export function makeServicePace(options: Options): ServicePace {
  const { service, clock } = options
  const row = makeRow(options)
  const now = clock?.now ?? (() => performance.now())
  let pauseEnd = 0

  async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await (clock ? clock.sleep(ms) : sleep(ms, undefined, signal && { signal })).catch(() => {})
    signal?.throwIfAborted()
  }

  /** Waits until a turn is free, and takes it; null if it was taken, or missed, meanwhile. */
  async function tryTurn({ isWaitedFor, signal }: Caller, deadline: number): Promise<Turn | null> {
    const askedAt = now()
    const state = await row.read()
    const answeredAt = now()
    const { pausedUntil, backgroundPausedUntil, failures } = state
    const pause = Math.max(timeOf(pausedUntil), isWaitedFor ? 0 : timeOf(backgroundPausedUntil))
    const at = Math.max(timeOf(state.now), timeOf(state.nextAt), pause)
    const wait = at - timeOf(state.now)
    pauseEnd = answeredAt + timeOf(pausedUntil) - timeOf(state.now)
    if (answeredAt + wait > deadline)
      throw at === pause ? new Paused(`${service} is paused`) : new NoTurn('Too many calls are waiting')
    // Turns of the future belong to those who wait.
    const isReserved = (isWaitedFor || wait === 0) && (await row.reserve(state, at))
    if (wait > 0 && (isReserved || !isWaitedFor)) await rest(answeredAt + wait - now(), signal)
    if (!isReserved) return null
    // Meanwhile another call can have failed.
    if (wait > 0 && timeOf((await row.read()).pausedUntil) > at) return null
    return now() - (askedAt + wait) <= LATE ? { at: new Date(at), failures } : null
  }

  return {
    async turn(caller) {
      const deadline = now() + (caller.patience ?? Infinity)
      for (;;) {
        caller.signal?.throwIfAborted()
        const turn = await tryTurn(caller, deadline)
        if (turn) return turn
      }
    },

    async succeeded({ failures }) {
      if (failures === 0) return
      pauseEnd = 0
      await row.endPause()
    },

    async failed(turn, failure) {
      const pause = pauseAfter(turn, failure)
      pauseEnd = now() + pause.pause
      await row.beginPause(turn, pause)
    },

    isPaused: () => now() < pauseEnd,
  }
}
