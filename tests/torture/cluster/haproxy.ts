import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../support/freePort.ts'
import { launch, type Launched } from './launch.ts'

const hex = (...bytes: number[]) => Buffer.from(bytes).toString('hex')
/** A packet of MySQL's protocol. */
const packet = (number: number, payload: Buffer) =>
  hex(payload.length & 0xff, payload.length >> 8, 0, number) + payload.toString('hex')

/** Signs in without a password, and asks whether the node takes part in the cluster. */
function galeraCheck(user: string): string[] {
  const PROTOCOL_41 = 0x0200
  const SECURE_CONNECTION = 0x8000
  const signIn = Buffer.alloc(34 + user.length)
  signIn.writeUInt32LE(PROTOCOL_41 | SECURE_CONNECTION | 1, 0)
  signIn.writeUInt32LE(0x01000000, 4)
  signIn.writeUInt8(0x21, 8)
  signIn.write(user, 32)
  const question = Buffer.from(`\x03SHOW STATUS LIKE 'wsrep_local_state_comment'`)
  return [
    'tcp-check connect',
    `tcp-check send-binary ${packet(1, signIn)}`,
    'tcp-check expect binary 0700000200',
    `tcp-check send-binary ${packet(0, question)}`,
    'tcp-check expect rstring (Synced|Donor)',
    `tcp-check send-binary ${packet(0, Buffer.from('\x01'))}`,
  ]
}

/** HAProxy as docs/operations.md has it: one address of the one writer, and one of all processes of the product. */
export async function startHaproxy(
  folder: string,
  { nodes, processes }: { nodes: { name: string; port: number }[]; processes: number[] },
) {
  const [database, web] = await Promise.all([freePort(), freePort()])
  const file = join(folder, 'haproxy.cfg')
  const lines = [
    'defaults',
    '  timeout connect 2s',
    '  timeout client 5m',
    '  timeout server 5m',
    '  timeout tunnel 1h',
    '  timeout check 2s',
    '  option redispatch 1',
    '  retries 3',
    'listen database',
    `  bind 127.0.0.1:${database}`,
    '  mode tcp',
    // The writer stays the writer until it goes, also when the one before is back.
    '  stick-table type integer size 1 nopurge',
    '  stick on int(1)',
    '  option tcp-check',
    ...galeraCheck('haproxy').map((line) => `  ${line}`),
    '  default-server inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions',
    ...nodes.map(
      ({ name, port }, index) => `  server ${name} 127.0.0.1:${port} check${index > 0 ? ' backup' : ''}`,
    ),
    'listen web',
    `  bind 127.0.0.1:${web}`,
    '  mode http',
    '  balance leastconn',
    '  option forwardfor',
    '  option httpchk GET /readyz',
    '  default-server inter 500ms fall 2 rise 1',
    ...processes.map((port, index) => `  server plak${index + 1} 127.0.0.1:${port} check`),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
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
