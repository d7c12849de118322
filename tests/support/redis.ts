import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'

/** Starts a Redis for a test that can be killed and restarted (empty); `url` has the format of the settings. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'plak-redis-'))
  const path = join(folder, 'redis.sock')
  let server: ChildProcess

  async function start() {
    const options = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder]
    server = spawn('redis-server', options, { stdio: 'ignore' })
    const client = createClient({ socket: { path, reconnectStrategy: 20 } })
    client.on('error', () => {})
    await client.connect()
    client.destroy()
  }
  async function kill() {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(path, { force: true })
  }
  await start()
  return { url: `unix://${path}`, start, kill }
}
