import { beforeEach, expect } from 'vitest'
import { runAdmin } from '../../server/operator/commandLine.ts'
import type { Person } from '../harness/client.ts'
import { runProduct, type Running } from '../support/runProduct.ts'
import { fakeTerminal, type Outcome } from '../support/terminal.ts'

export const DAY = 24 * 60 * 60_000
export type Line = {
  event: string
  actor: string | null
  subject: string | null
  detail: unknown
  at: string
}

/** Runs the operator's tasks on a product as `npm run admin` does, in this process. */
export const adminOf =
  ({ server }: Pick<Running, 'server'>) =>
  async (...args: string[]): Promise<Outcome> => {
    const { DATABASE_URL, REDIS_URL, APP_SECRET } = server.deps.settings
    const settings = { LASTFM_API_KEY: 'x', PUBLIC_URL: 'https://plak.example' }
    const { streams, outcome } = fakeTerminal()
    return outcome(runAdmin({ args, env: { DATABASE_URL, REDIS_URL, APP_SECRET, ...settings }, ...streams }))
  }

/** Runs the product for the operator's tasks in a file; each test begins with one user and an empty trail. */
export function runAdminTasks() {
  const plak = runProduct()
  let ayse: Person
  beforeEach(async () => {
    ayse = await plak.harness.register('ayse')
    await plak.server.deps.audit.flush()
    await plak.server.deps.db.auditEntry.deleteMany()
  })

  const admin = (...args: string[]) => adminOf(plak)(...args)

  /** Returns the single document that a task with --json prints. */
  async function json<Data = Record<string, unknown>>(...args: string[]): Promise<Data> {
    const { code, stdout, stderr } = await admin(...args, '--json')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.trim().split('\n')).toHaveLength(1)
    return JSON.parse(stdout) as Data
  }

  const idOf = async (nickname: string) =>
    (await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } })).id

  async function trail() {
    await plak.server.deps.audit.flush()
    return (await json<Line[]>('audit')).map(({ at, ...line }) => {
      expect(at).toMatch(/^\d{4}-.*Z$/)
      return line
    })
  }

  return {
    get server() {
      return plak.server
    },
    get harness() {
      return plak.harness
    },
    get ayse() {
      return ayse
    },
    admin,
    json,
    idOf,
    trail,
  }
}
