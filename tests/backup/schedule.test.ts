import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { lastBackup } from '../../server/backup/newest.ts'
import { scheduledBackup } from '../../server/backup/schedule.ts'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { startSchedule } from '../../server/jobs/schedule.ts'
import { readSettings } from '../../server/lib/settings.ts'
import { testDatabase } from '../support/database.ts'
import { testSettings } from '../support/server.ts'
import { folder } from './place.ts'

let processes: Deps[]
const logged: { level: number; msg: string }[] = []
beforeAll(async () => {
  const { url } = await testDatabase()
  const settings = testSettings(url, { BACKUP_SCHEDULE: '* * * * * *', BACKUP_KEEP: '2' })
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  processes = await Promise.all([1, 2].map(() => makeDeps(settings, log)))
})
afterAll(() => Promise.all(processes.map(closeDeps)))

const startBackups = (deps: Deps, target: string) => startSchedule(deps, scheduledBackup(deps, target))

it('backups are made on time, by one process, and the oldest of them go; one that fails leaves nothing', async () => {
  const target = folder()
  writeFileSync(join(target, 'plak-2020-01-01T00-00-00-000Z.backup.gz'), 'the operator’s own')
  expect(await lastBackup(processes[0]!)).toBe(null)
  const schedules = processes.map((deps) => startBackups(deps, target))
  const stop = () => Promise.all(schedules.map((schedule) => schedule.stop()))
  onTestFinished(async () => void (await stop()))
  const made = () => logged.filter(({ msg }) => msg === 'backup created') as unknown as { file: string }[]
  await vi.waitFor(() => expect(made().length).toBeGreaterThanOrEqual(3))
  await stop()
  const names = readdirSync(target).toSorted()
  expect(names).toEqual([
    'plak-2020-01-01T00-00-00-000Z.backup.gz',
    ...made()
      .slice(-2)
      .map(({ file }) => file.split('/').at(-1)),
  ])
  // One per second, although two processes check the clock.
  const seconds = made().map(({ file }) => /T[\d-]{8}/.exec(file)![0])
  expect(new Set(seconds).size).toBe(seconds.length)
  expect(Date.now() - (await lastBackup(processes[0]!))!.getTime()).toBeLessThan(60_000)

  const noFolder = join(target, names[0]!, 'beneath a file')
  const failing = startBackups(processes[0]!, noFolder)
  onTestFinished(() => failing.stop())
  await vi.waitFor(() => expect(logged.at(-1)).toMatchObject({ level: 50, msg: 'scheduled backup failed' }))
  await failing.stop()
  expect(readdirSync(target).toSorted()).toEqual(names)
})

it('there are none in the demo', () => {
  const deps = processes[0]!
  expect(scheduledBackup({ ...deps, settings: { ...deps.settings, PLAK_DEMO: '1' } })).toEqual([])
})

it('follow a schedule that is changed while the process runs', async () => {
  const target = folder()
  const deps = { ...processes[0]!, settings: { ...processes[0]!.settings, BACKUP_SCHEDULE: 'off' } }
  const schedule = startBackups(deps, target)
  onTestFinished(() => schedule.stop())
  deps.settings.BACKUP_SCHEDULE = '* * * * * *'
  await vi.waitFor(() => expect(readdirSync(target)).not.toEqual([]))
  deps.settings.BACKUP_SCHEDULE = 'off'
  const [work] = scheduledBackup(deps, target)
  expect((work!.every as () => string | null)()).toBe(null)
})

it.each(['every night', '61 * * * *', '0 0 30 2 *'])('BACKUP_SCHEDULE=%s is refused by name', (line) => {
  const settings = {
    ...process.env,
    DATABASE_URL: 'mysql://x@y/z',
    REDIS_URL: 'redis://x',
    APP_SECRET: 'x'.repeat(32),
  }
  expect(() => readSettings({ ...settings, LASTFM_API_KEY: 'x', BACKUP_SCHEDULE: line })).toThrow(
    /BACKUP_SCHEDULE must be a cron line/,
  )
})
