import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { setRole } from '../../../server/account/operator.ts'
import { makeInvitation } from '../../../server/auth/invitations.ts'
import { usualPatience } from '../../../server/http/web/firstData.ts'
import { databaseConfig } from '../../../server/lib/databaseUrl.ts'
import { makeSetupLink } from '../../../server/setup/link.ts'
import { refreshSuggestions } from '../../../server/suggestions/refresh.ts'
import { startServer } from '../../support/server.ts'
import { dropDatabase } from '../../support/testServer.ts'

// A whole product for the browser tests in a separate process: product.ts starts it and sends commands as lines. It answers
// each line with a line; `close` or the end of the input ends it.
const settings = JSON.parse(process.env.PLAK_SITE_SETTINGS ?? '{}') as Record<string, string>
const patience = { ...usualPatience }
const server = await startServer({ spotify: true, settings, patience })
const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
answer({ url: server.url, demo: server.demo.origin })

async function close() {
  await server.close()
  await dropDatabase(databaseConfig(server.deps.settings.DATABASE_URL).database)
  process.exit(0)
}

const { REGISTRATION, CONTACT } = server.deps.settings
const commands: Record<string, () => Promise<unknown>> = {
  /** empties everything */
  reset: async () => {
    Object.assign(server.deps.settings, { REGISTRATION, CONTACT })
    Object.assign(patience, usualPatience)
    server.demo.spotify.behave()
    server.demo.spotify.forgetCalls()
    await server.reset()
  },
  /** removes the catalogue's faults, and waits until the product has recovered: no test starts during another's outage */
  recover: async () => {
    server.demo.behave()
    while (
      !(await server.deps.catalogue.topAlbums(1).then(
        () => true,
        () => false,
      ))
    )
      await sleep(50)
  },
  /** replaces the server process, as an update does */
  restart: () => server.restart(),
  /** deletes the cached catalogue, in Redis and in the process */
  forget: async () => {
    await server.forget()
    await server.restart()
  },
  /** cuts every WebSocket, as a network failure does */
  cut: async () => server.sockets().forEach((socket) => socket.terminate()),
  /** allows registration only by invitation from now on; returns the path of one that can be used once */
  invite: async () => {
    Object.assign(server.deps.settings, { REGISTRATION: 'invite', CONTACT: 'operator@plak.example' })
    const { link } = await makeInvitation(server.deps, { uses: 1, days: 1 })
    return new URL(link).pathname + new URL(link).search
  },
  /** makes the account 'moderator' a moderator */
  moderate: () => setRole(server.deps, 'moderator', 'moderator'),
  /** makes the account 'admin' an administrator */
  appoint: () => setRole(server.deps, 'admin', 'admin'),
  /** returns the path of a new setup link */
  setUp: async () => {
    const link = new URL((await makeSetupLink(server.deps))!)
    return link.pathname + link.hash
  },
  /** lets push messages be sent without the delay that waits for slips */
  hurry: async () => server.deps.db.push.updateMany({ data: { notBefore: server.deps.now() } }),
  /** lets pages wait for their first data, however busy the machine is */
  wait: async () => Object.assign(patience, { whole: 30_000, subject: 30_000 }),
  suggest: async () => {
    // Changes are found by the numbers of their events.
    while ((await server.deps.db.event.count({ where: { seq: null } })) > 0) await sleep(20)
    await refreshSuggestions(server.deps)
  },
  close,
}

for await (const line of createInterface({ input: process.stdin })) {
  answer((await commands[line]?.()) ?? 'done')
}
await close()
