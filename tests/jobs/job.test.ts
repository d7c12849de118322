import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { claimJob, finishJob, holdJob, runJob, whileHeld, type Job } from '../../server/jobs/job.ts'
import { LeaseLost } from '../../server/jobs/lease.ts'
import { makeDb, transaction, type Db } from '../../server/lib/db.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

// Two connections to the database stand for two processes.
let database: TestDatabase
let db: Db
let other: Db
beforeAll(async () => {
  database = await testDatabase()
  db = makeDb(database.url)
  other = makeDb(database.url)
})
afterAll(() => Promise.all([db.$disconnect(), other.$disconnect()]))
beforeEach(() => database.truncate())

const tidy = { kind: 'tidy' } as const
const rowOf = ({ kind }: Pick<Job, 'kind'>) => db.job.findFirstOrThrow({ where: { kind } })
/** Simulates that the lease of a job has expired. */
const expire = () => db.$executeRaw`UPDATE Job SET leasedUntil = UTC_TIMESTAMP(3)`
/** Simulates that the time until a job is due has passed. */
const makeDue = () => db.$executeRaw`UPDATE Job SET dueAt = UTC_TIMESTAMP(3)`
const createUser = (nickname: string) =>
  db.user.create({ data: { nickname, email: `${nickname}@plak.example` }, select: { id: true } })

async function claim(from = db): Promise<Job> {
  const job = await claimJob(from, tidy)
  expect(job).not.toBeNull()
  return job!
}

it('one of several processes that look at once gets a job, on its first use and when it is due again', async () => {
  for (let round = 0; round < 3; round++) {
    const claims = await Promise.all([1, 2, 3, 4].map((number) => claimJob(number % 2 ? db : other, tidy)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    await runJob({ db, job: claims.find(Boolean)!, closing: undefined, pause: 0 }, async () => {})
  }
})

describe('a process that dies', () => {
  it('keeps its job until the lease expires; then another one takes it over', async () => {
    await claim()
    expect(await claimJob(other, tidy)).toBeNull()
    await expire()
    await claim(other)
  })

  it('writes nothing more if it was only slow', async () => {
    const { id } = await createUser('written')
    const slow = await claim()
    await expire()
    const next = await claim(other)
    const write = transaction(db, async (tx) => {
      await tx.user.update({ where: { id }, data: { bio: 'too late' } })
      await holdJob(tx, slow)
    })
    await expect(write).rejects.toThrow(LeaseLost)
    expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ bio: null })
    expect(await finishJob(db, slow)).toBe(false)
    // It also does not extend, postpone or end the lease of the other process.
    const before = await rowOf(next)
    await runJob({ db, job: slow, closing: undefined, pause: 0 }, async () => {})
    await expect(
      runJob({ db, job: slow, closing: undefined }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken')
    expect(await rowOf(next)).toEqual(before)
  })
})

describe('while a job runs', () => {
  it('its lease is renewed, and the signal is aborted if it is lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const job = await claim()
    const run = whileHeld({ db, job, closing: undefined }, async (signal) => {
      await expire()
      const { leasedUntil } = await rowOf(job)
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(async () => expect((await rowOf(job)).leasedUntil! > leasedUntil!).toBe(true))
      await other.job.deleteMany()
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(() => expect(signal.aborted).toBe(true))
      signal.throwIfAborted()
    })
    await expect(run).rejects.toThrow(LeaseLost)
  })

  it('a stop leaves it to the next process, as a death does', async () => {
    const closing = new AbortController()
    const job = await claim()
    await runJob({ db, job, closing: closing.signal, pause: 60 }, async (signal) => {
      closing.abort()
      expect(signal.aborted).toBe(true)
    })
    expect(await rowOf(job)).toMatchObject({ doneAt: null, failures: 0 })
    expect(await claimJob(other, tidy)).toBeNull()
    await expire()
    await claim(other)
  })
})

it('a failure postpones a job, twice as long each time; a success forgets the failures', async () => {
  const delays: number[] = []
  for (let failure = 0; failure < 9; failure++) {
    const job = await claim()
    await expect(
      runJob({ db, job, closing: undefined }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken')
    const [row] = await db.$queryRaw<{ seconds: number }[]>`
      SELECT CAST(ROUND(TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), dueAt) / 1000000) AS SIGNED) AS seconds FROM Job`
    delays.push(Number(row!.seconds))
    expect(await claimJob(other, tidy)).toBeNull()
    await makeDue()
  }
  const expected = [15, 30, 60, 120, 240, 480, 960, 960, 960]
  delays.forEach((delay, index) => expect(Math.abs(delay - expected[index]!)).toBeLessThanOrEqual(5))
  const job = await claim()
  await runJob({ db, job, closing: undefined, pause: 60 }, async () => {})
  expect(await rowOf(job)).toMatchObject({ failures: 0, lease: null, doneAt: expect.any(Date) })
})

it('periodic work is due again after its pause, other work is gone', async () => {
  const job = await claim()
  await runJob({ db, job, closing: undefined, pause: 60 }, async () => {})
  expect(await claimJob(other, tidy)).toBeNull()
  await makeDue()
  await runJob({ db: other, job: await claim(other), closing: undefined }, async () => {})
  expect(await db.job.count()).toBe(0)
})

it('the jobs of users are separate, and go with their users', async () => {
  const users = [await createUser('first'), await createUser('second')]
  for (const { id } of users) {
    const removal = { kind: 'removal', userId: id } as const
    expect(await claimJob(db, removal)).toMatchObject(removal)
    expect(await claimJob(other, removal)).toBeNull()
  }
  await db.user.deleteMany()
  expect(await db.job.count()).toBe(0)
  // A user who does not exist has no jobs.
  expect(await claimJob(db, { kind: 'removal', userId: users[0]!.id })).toBeNull()
})
