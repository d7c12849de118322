import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setRole } from '../../server/account/operator.ts'
import { backupFolder } from '../../server/backup/dump.ts'
import { appRouter } from '../../server/router.ts'
import { makeHarness } from '../harness/client.ts'
import { startServer } from '../support/server.ts'
import { homogenic, procedureTable } from './procedureTable.ts'

export const procedures = Object.entries(appRouter._def.procedures) as unknown as [
  string,
  { _def: { type: string } },
][]

// Subscriptions are called over the WebSocket (tests/*/live*.test.ts) and are not available over HTTP.
const subscriptions = procedures.filter(([, { _def }]) => _def.type === 'subscription').map(([path]) => path)
export const procedureRows = Object.entries(procedureTable).filter(([path]) => !subscriptions.includes(path))

export type Failure = {
  message: string
  data: { code: string; httpStatus: number; id: string | null; fields: Record<string, string> }
}

/** Starts a server with a user of every role, for tests that call every procedure. */
export async function makeProcedureWorld() {
  const server = await startServer()
  await server.reset()
  const harness = makeHarness(server.url)
  const owner = await harness.register('owner')
  await harness.register('other')
  const moderator = await harness.register('moderator')
  await setRole(server.deps, 'moderator', 'moderator')
  const admin = await harness.register('admin')
  await setRole(server.deps, 'admin', 'admin')
  await owner.client.logs.save.mutate({ ...homogenic, review: 'So that pages hold something.' })
  const backups = new Set<string>()
  return {
    server,
    harness,
    owner,
    moderator,
    admin,
    /** Remembers the files that calls have made, so that they can be deleted. */
    noteBackups(path: string, body: string): void {
      if (path !== 'admin.backUp') return
      for (const [name] of body.matchAll(/plak-[\dTZ-]+\.backup\.gz/g)) backups.add(name)
    },
    async close() {
      for (const name of backups) await rm(join(backupFolder(), name), { force: true })
      await harness.close()
      await server.close()
    },
  }
}

export type ProcedureWorld = Awaited<ReturnType<typeof makeProcedureWorld>>
