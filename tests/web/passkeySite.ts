import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type PasskeySite = { url: string; linkTo: (address: string) => Promise<string> }

/** Starts a product with passkeys and mail; `linkTo` waits for the next mail to an address. */
export async function startPasskeySite(): Promise<PasskeySite & { close: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/sites/passkeys.js'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, VITEST_POOL_ID: 'passkeys' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => JSON.parse((await lines.next()).value as string) as unknown
  return {
    url: (await read()) as string,
    async linkTo(address) {
      for (;;) {
        const { to, link } = (await read()) as { to: string; link: string | null }
        if (to === address && link) return link
      }
    },
    async close() {
      child.stdin.end()
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
