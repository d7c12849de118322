import { sql } from 'kysely'
import type { JobRow, Overview } from '../../shared/admin.ts'
import { lastBackup } from '../backup/newest.ts'
import type { Deps } from '../core/deps.ts'
import { countImports } from '../imports/counts.ts'
import { guardRedis } from '../lib/redisGuard.ts'
import { readVersion } from '../lib/serverVersion.ts'
import { kysely, rawQuery, rows } from '../lib/sql.ts'
import { version } from '../lib/version.ts'
import { ok, type Found } from './checks/check.ts'
import { examine, examineLinks, examineRows } from './checks/examine.ts'
import { backupsSize, countPeople, countThings, databaseSize } from './sizes.ts'

const order: Found['state'][] = ['broken', 'warning', 'ok']

const MINUTE = 60_000
/** Whole tables are read again in the background, while the last result is shown with its time. */
const life = { fresh: MINUTE, keep: 24 * 60 * MINUTE }

export async function getOverview(deps: Deps): Promise<Overview> {
  const { settings, db } = deps
  const whole = deps.cache.get('overview', life, () => readWholeTables(deps))
  const [found, versions, people, { things, countedAt }, databaseBytes, backupBytes, newest, jobs] =
    await Promise.all([
      examine({ settings, env: {}, whole }),
      readVersions(deps),
      countPeople(deps),
      whole,
      databaseSize(db),
      backupsSize(),
      lastBackup({ db }),
      readJobs(deps),
    ])
  const [node, ...others] = found
  const checks = [node!, ok('settings', 'all are valid'), ...others]
  return {
    checks: checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)),
    versions,
    sizes: { counts: { ...people, ...things }, countedAt, databaseBytes, backupBytes },
    lastBackup: newest && newest.toISOString(),
    jobs,
  }
}

async function readWholeTables({ db, settings, now }: Deps) {
  const countedAt = now().toISOString()
  const [things, rows, links] = await Promise.all([
    countThings({ db }),
    examineRows(settings.DATABASE_URL),
    examineLinks(db),
  ])
  return { things, rows, links, countedAt }
}

async function readVersions({ db, redis, log }: Deps): Promise<Overview['versions']> {
  const [[database], info] = await Promise.all([
    rows(db, rawQuery(sql<{ version: string }>`SELECT VERSION() AS version`)),
    guardRedis(redis, log)((client) => client.info('server')),
  ])
  const { make, numbers } = readVersion(database?.version ?? '') ?? { make: 'MySQL', numbers: [] }
  const redisVersion = /^(?:redis|valkey)_version:(.*?)\r?$/m.exec(info?.answer ?? '')?.[1]
  return [
    { name: 'Plak', version },
    { name: 'Node', version: process.versions.node },
    { name: make, version: numbers.join('.') },
    ...(redisVersion ? [{ name: 'Redis', version: redisVersion }] : []),
  ]
}

const isHeld = sql<boolean>`leasedUntil > UTC_TIMESTAMP(3)`

/** Reads the work of the job table, imports and mails by their kinds. */
async function readJobs({ db }: Pick<Deps, 'db'>): Promise<JobRow[]> {
  const [jobs, { importsUnderWay }, mails] = await Promise.all([
    rows(
      db,
      kysely
        .selectFrom('Job')
        .select('kind')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.max('doneAt').as('doneAt'),
          fn.min('dueAt').as('dueAt'),
        ])
        .select([
          sql<number>`COUNT(CASE WHEN ${isHeld} THEN 1 END)`.as('running'),
          sql<number>`COUNT(CASE WHEN failures > 0 THEN 1 END)`.as('failing'),
        ])
        .groupBy('kind')
        .orderBy('kind'),
    ),
    countImports(db),
    db.mail.count(),
  ])
  const others = { running: 0, failing: 0, doneAt: null, dueAt: null }
  return [
    ...jobs.map(({ doneAt, dueAt, ...row }) => ({
      ...row,
      count: Number(row.count),
      running: Number(row.running),
      failing: Number(row.failing),
      doneAt: doneAt && doneAt.toISOString(),
      dueAt: dueAt && dueAt.toISOString(),
    })),
    ...(importsUnderWay > 0 ? [{ kind: 'imports', count: importsUnderWay, ...others }] : []),
    ...(mails > 0 ? [{ kind: 'mails', count: mails, ...others }] : []),
  ]
}
