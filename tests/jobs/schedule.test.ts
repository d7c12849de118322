import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startSchedule, type Work } from '../../server/jobs/schedule.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let processes: Db[]
const logged: { level: number; msg: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
beforeAll(async () => {
  database = await testDatabase()
  processes = [makeDb(database.url), makeDb(database.url)]
})
afterAll(() => Promise.all(processes.map((db) => db.$disconnect())))
beforeEach(async () => {
  logged.length = 0
  await database.truncate()
})

/** Starts the same work in each process; returns a function that stops all. */
function start(work: Work) {
  const schedules = processes.map((db) => startSchedule({ db, log }, [work]))
  const stop = () => Promise.all(schedules.map((schedule) => schedule.stop()))
  onTestFinished(async () => void (await stop()))
  return stop
}

it('work of one process is done by one at a time, and not again before its pause is over', async () => {
  let [running, most] = [0, 0]
  const startedAt: number[] = []
  start({
    name: 'tidy',
    on: 'one process',
    every: 5,
    pause: 0.1,
    async run() {
      startedAt.push(performance.now())
      most = Math.max(most, ++running)
      await processes[0]!.$queryRaw`SELECT SLEEP(0.02)`
      running--
    },
  })
  await vi.waitFor(() => expect(startedAt.length).toBeGreaterThan(3))
  expect(most).toBe(1)
  const pauses = startedAt.slice(1).map((at, index) => at - startedAt[index]!)
  // The pause is measured by the clock of the database, from the end of the claim.
  for (const pause of pauses) expect(pause).toBeGreaterThan(80)
})

it('a cron line makes it due in one of the processes', async () => {
  const seconds: number[] = []
  start({
    name: 'backup',
    on: 'one process',
    every: '* * * * * *',
    run: async () => void seconds.push(Math.floor(Date.now() / 1_000)),
  })
  await vi.waitFor(() => expect(seconds.length).toBeGreaterThan(1))
  expect(new Set(seconds).size).toBe(seconds.length)
})

it('work of each process is done by each, never twice at once; a look that fails is repeated', async () => {
  let [running, most, looks] = [0, 0, 0]
  start({
    name: 'queue',
    on: 'each process',
    every: 1,
    warning: 'the queue cannot be read',
    async run() {
      looks++
      most = Math.max(most, ++running)
      await processes[0]!.$queryRaw`SELECT SLEEP(0.01)`
      running--
      throw new Error('broken')
    },
  })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(6))
  expect(most).toBe(2)
  expect(logged).toContainEqual(expect.objectContaining({ level: 40, msg: 'the queue cannot be read' }))
})

it('a stop aborts what runs, waits for it and for what it started, and nothing starts afterwards', async () => {
  const steps: string[] = []
  const [db] = processes
  const { stop } = startSchedule({ db: db!, log }, [
    {
      name: 'queue',
      on: 'each process',
      every: 1,
      async run(signal, jobs) {
        steps.push('began')
        const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        jobs.start(async () => {
          await aborted
          await db!.$queryRaw`SELECT SLEEP(0.05)`
          steps.push('beside')
        })
        await aborted
        await db!.$queryRaw`SELECT SLEEP(0.02)`
        steps.push('ended')
      },
    },
  ])
  await vi.waitFor(() => expect(steps).toEqual(['began']))
  await stop()
  expect(steps).toEqual(['began', 'ended', 'beside'])
})
