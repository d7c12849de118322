import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { WebSocket } from 'ws'
import type { Settings } from '../../lib/settings.ts'
import { broken, inTime, isAtLeast, ok, PATIENCE, warning, messageOf, type Found } from './check.ts'

const OLDEST_NODE = '20.19'
/** oldest version that gets security updates */
const OLD_NODE = '22'
const GB = 1024 ** 3
const TIGHT = 2 * GB
/** variables of the scripts, Docker Compose and Node, in addition to the server's settings */
const OTHERS = /^(DEMO_PORT|MYSQL_\w+|REDIS_PORT|COMPOSE_\w+|NODE_\w+|TZ|TEST_\w+|\w+_FILE)$/

export function checkNode(version = process.versions.node): Found {
  if (!isAtLeast(version, OLDEST_NODE))
    return broken('node', `Node ${version} is too old`, `Install Node ${OLDEST_NODE} or newer.`)
  return isAtLeast(version, OLD_NODE)
    ? ok('node', `Node ${version}`)
    : warning('node', `Node ${version} no longer gets security updates`, 'Install Node 24.')
}

/** A typing error would otherwise go unnoticed, because the default applies. */
export function checkNames(root: string, settingNames: readonly string[]): Found[] {
  const file = join(root, '.env')
  if (!existsSync(file)) return []
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
  const strange = names.filter((name) => !settingNames.includes(name) && !OTHERS.test(name))
  return strange.map((name) =>
    warning('settings', `${name} in .env is not a setting of Plak`, 'Compare it with .env.example.'),
  )
}

export async function checkDisk(root: string): Promise<Found> {
  const { bavail, bsize } = await statfs(root)
  const text = `${((bavail * bsize) / GB).toFixed(1)} GB are free where Plak is`
  return bavail * bsize < TIGHT
    ? warning('disk', text, 'Free some space: backups (.data/backups) and the database grow.')
    : ok('disk', text)
}

export async function checkAddress({ PUBLIC_URL, NODE_ENV }: Settings): Promise<Found[]> {
  const topic = 'public address'
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const results: Found[] = []
  if (protocol === 'http:' && (!isHere || NODE_ENV === 'production'))
    results.push(
      warning(
        topic,
        `${PUBLIC_URL} is without TLS`,
        'Put a proxy with a certificate before Plak (docs/install.md), and set PUBLIC_URL to its https address.',
      ),
    )
  const mend = 'Start Plak; then look at the proxy (docs/install.md), the DNS name and the firewall.'
  try {
    const answer = await fetch(`${PUBLIC_URL}/livez`, { signal: AbortSignal.timeout(PATIENCE) })
    const isOurs = ((await answer.json().catch(() => null)) as { status?: string } | null)?.status === 'alive'
    if (!isOurs)
      return [...results, warning(topic, `at ${PUBLIC_URL} something else responds (${answer.status})`, mend)]
  } catch (error) {
    const cause = messageOf((error as Error).cause ?? error)
    return [...results, warning(topic, `Plak does not answer at ${PUBLIC_URL} (${cause})`, mend)]
  }
  return [...results, await checkSocket(topic, PUBLIC_URL)]
}

async function checkSocket(topic: string, publicUrl: string): Promise<Found> {
  const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/trpc`, { origin: publicUrl })
  try {
    await inTime(
      new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      }),
    )
    return ok(topic, `Plak answers at ${publicUrl}, WebSockets included`)
  } catch (error) {
    const mend = 'Configure the proxy to pass WebSocket upgrades of /trpc: docs/install.md.'
    return warning(topic, `WebSockets do not come through at ${publicUrl} (${messageOf(error)})`, mend)
  } finally {
    socket.terminate()
  }
}
