import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mariadb'
import { databaseConfig } from '../../../server/lib/databaseUrl.ts'
import { migrate } from '../../../server/lib/migrate.ts'
import { freePort } from '../../support/freePort.ts'
import { startSentinels } from '../../support/sentinels.ts'
import type { Given, Stage } from '../stage.ts'
import { startGalera, type Node } from './galera.ts'
import { startHaproxy } from './haproxy.ts'
import { leash, serviceUser } from './launch.ts'

/** As in docs/operations.md: long enough that a busy machine is not considered dead. */
const SILENCE = 1_500
/** the maximum time until a killed program is restarted, in milliseconds */
const AWAY = 4_000
/** longer than nodes wait for a silent one */
const FROZEN = 7_000
/** how often the nodes are compared before they count as different */
const LOOKS = 20
/** pause between the actions of all writers */
const PAUSE = 50

/** Deletes the folders of killed runs; their programs died with them. */
function sweep() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^plak-cluster-(\d+)-/.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

type Cluster = {
  nodes: Node[]
  redis: Awaited<ReturnType<typeof startSentinels>>
  haproxy: Awaited<ReturnType<typeof startHaproxy>>
}

/**
 * Simulates several machines on this one: processes of the product behind HAProxy; three Galera nodes, of which HAProxy lets
 * one write; a Redis master with its replica and three sentinels.
 */
export async function openCluster(processes: number): Promise<Stage> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `plak-cluster-${process.pid}-`))
  if (serviceUser !== null) execFileSync('chown', [serviceUser, folder])
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const [nodes, redis] = await Promise.all([
    startGalera(folder),
    startSentinels({ silence: SILENCE, leash, parent: folder }),
  ])
  const haproxy = await startHaproxy(folder, { nodes, processes: ports })
  // All machines start on the empty cluster at the same moment.
  const applied = await Promise.all(ports.map(() => migrate(haproxy.databaseUrl)))
  if (applied.filter((names) => names.length > 0).length !== 1)
    throw new Error(`Of ${processes} machines one should have migrated: ${JSON.stringify(applied)}`)
  return {
    databaseUrl: haproxy.databaseUrl,
    redisUrl: redis.url,
    settings: { TRUSTED_PROXIES: '1' },
    leash,
    ports,
    url: haproxy.url,
    // HAProxy detects it by itself.
    leave: () => {},
    join: () => {},
    disasters: (given) => disastersOf({ nodes, redis, haproxy }, given),
    problems: () => differences(nodes),
    async close() {
      await haproxy.kill()
      await Promise.all([redis.close(), ...nodes.map((node) => node.kill())])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills each kind of node; users act while it is down and while it restarts. */
function disastersOf(
  { nodes, redis, haproxy }: Cluster,
  { world: { processes }, writers, random, deeds, tell }: Given,
): Record<string, () => Promise<void>> {
  /** Runs `work` while users act without a pause: operations in progress during a failure are the purpose of the test. */
  async function amid(work: () => Promise<void>) {
    let isOver = false
    const acting = (async () => {
      while (!isOver) {
        await writers.act(deeds)
        await sleep(PAUSE)
      }
    })()
    await work().finally(() => (isOver = true))
    await acting
  }
  const without = (one: { kill: () => Promise<void>; start: () => Promise<void> }) =>
    amid(async () => {
      await one.kill()
      await sleep(random.below(AWAY))
      await one.start()
    })
  return {
    async process() {
      const index = random.below(processes.count)
      await without({ kill: () => processes.kill(index), start: () => processes.start(index) })
    },
    writer: async () => await without(await writerOf(haproxy, nodes)),
    async node() {
      const writer = await writerOf(haproxy, nodes)
      await without(random.pick(nodes.filter((node) => node !== writer)))
    },
    async master() {
      await without(await redis.master())
      await redis.isWhole()
    },
    async sentinel() {
      await without(random.pick(redis.sentinels))
      await redis.isWhole()
    },
    proxy: async () => await without(haproxy),
    /** the writer hangs until the others continue without it, and resumes without knowing that */
    async freeze() {
      const writer = await writerOf(haproxy, nodes)
      await amid(async () => {
        writer.freeze()
        await sleep(FROZEN)
        if (await writer.thaw()) return
        // Sometimes a node does not rejoin after that; an operator restarts it.
        tell(`${writer.name} hung, did not find back to the others, and is restarted`)
        await writer.kill()
        await writer.start()
      })
    },
  }
}

/** Returns the node that HAProxy currently lets write. */
async function writerOf({ databaseUrl }: Cluster['haproxy'], nodes: Node[]): Promise<Node> {
  const connection = await createConnection({ ...databaseConfig(databaseUrl), connectTimeout: 5_000 })
  try {
    const [{ name }] = await connection.query<[{ name: string }]>('SELECT @@wsrep_node_name AS name')
    return nodes.find((node) => node.name === name)!
  } finally {
    await connection.end()
  }
}

/**
 * Returns the tables in which the nodes differ. Repeats the comparison,
 * because the processes of the product write a little even when idle.
 */
async function differences(nodes: Node[]): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const [one, ...others] = await Promise.all(nodes.map((node) => node.checksums()))
    const found = [...one!].flatMap(([table, sum]) =>
      others.some((other) => other.get(table) !== sum) ? [`the nodes differ in ${table}`] : [],
    )
    if (found.length === 0 || attempt === LOOKS) return found
    await sleep(500)
  }
}
