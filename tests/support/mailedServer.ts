import { expect, vi } from 'vitest'
import { makeHarness } from '../harness/client.ts'
import { startMailServer } from './mailbox.ts'
import { startServer } from './server.ts'

export type MailedServer = Awaited<ReturnType<typeof startMailedServer>>

/** Starts a server that sends its mail to a mail server of the test, and whose clock can be moved forward. */
export async function startMailedServer(settings: Record<string, string> = {}) {
  let ahead = 0
  const mail = await startMailServer()
  const server = await startServer({
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'plak@plak.example', ...settings },
    now: () => new Date(Date.now() + ahead),
  })
  const harness = makeHarness(server.url)
  return {
    mail,
    server,
    harness,
    forward(minutes: number): void {
      ahead += minutes * 60_000
    },
    /** Waits for a number of mails to an address; returns the newest. */
    async mailTo(address: string, count = 1) {
      return await vi.waitFor(() => {
        const found = mail.mails.filter(({ to }) => to.includes(address))
        expect(found).toHaveLength(count)
        return found.at(-1)!
      })
    },
    /** Waits until all queued mail was sent. */
    async nothingWaits(): Promise<void> {
      await vi.waitFor(async () => expect(await server.deps.db.mail.count()).toBe(0))
    },
    /** Empties the database and the mailbox. Waits for mail that is due, so that it does not arrive in the next test. */
    async reset(): Promise<void> {
      await vi.waitFor(async () => {
        const due = { notBefore: { lte: server.deps.now() } }
        expect(await server.deps.db.mail.count({ where: due })).toBe(0)
      })
      await server.reset()
      mail.forget()
    },
    async close(): Promise<void> {
      await harness.close()
      await server.close()
      await mail.close()
    },
  }
}
