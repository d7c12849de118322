import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../support/freePort.ts'
import { launch, type Launched } from './launch.ts'

const documented = join(import.meta.dirname, '../../../docs/operations.md')

/** Returns the database part of docs/operations.md, with the addresses of this machine. */
function databasePart(port: number, nodes: { port: number }[]): string {
  const [, text] =
    /```haproxy\n# [^\n]* the part of the database\n(.*?)```/s.exec(readFileSync(documented, 'utf8')) ?? []
  if (!text) throw new Error('docs/operations.md has no configuration of HAProxy for the database.')
  return nodes.reduce(
    (config, node, index) => config.replace(`10.0.0.1${index + 1}:3306`, `127.0.0.1:${node.port}`),
    text.replace('127.0.0.1:3306', `127.0.0.1:${port}`),
  )
}

/** One address for all processes of the product; docs/install.md has it with TLS. */
const webPart = (port: number, processes: number[]) => `
listen web
    bind 127.0.0.1:${port}
    mode http
    timeout connect 3s
    timeout client 75s
    timeout server 75s
    timeout tunnel 75s
    retries 3
    option redispatch
    balance leastconn
    option forwardfor
    option httpchk GET /readyz
    default-server check inter 500ms fall 2 rise 1
${processes.map((each, index) => `    server plak${index + 1} 127.0.0.1:${each}`).join('\n')}
`

/** Starts HAProxy with one address of the single writer, and one of all processes of the product. */
export async function startHaproxy(
  folder: string,
  { nodes, processes }: { nodes: { port: number }[]; processes: number[] },
) {
  const [database, web] = await Promise.all([freePort(), freePort()])
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, databasePart(database, nodes) + webPart(web, processes))
  let running: Launched
  async function start() {
    running = launch('HAProxy', ['haproxy', '-db', '-f', file], { log: join(folder, 'haproxy.log') })
    const listens = () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(web, '127.0.0.1', () => {
          socket.destroy()
          resolve()
        })
        socket.on('error', reject)
      })
    await Promise.race([vi.waitFor(listens, 30_000), running.ended])
  }
  await start()
  return {
    databaseUrl: `mysql://plak:secret@127.0.0.1:${database}/plak`,
    url: `http://127.0.0.1:${web}`,
    start,
    kill: async () => await running.kill(),
  }
}
