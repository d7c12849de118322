import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { startMailedServer, type MailedServer } from '../support/mailedServer.ts'

/** A server that sends mail, whose clock can be moved forward, and functions that wait for its mail. */
export function setUpMail() {
  const world = {
    mailed: undefined as unknown as MailedServer,
    /** users with confirmed addresses, and no other mail */
    async people(...nicknames: string[]): Promise<Person[]> {
      const people = await Promise.all(nicknames.map((nickname) => world.mailed.harness.register(nickname)))
      await world.mailed.server.deps.db.user.updateMany({ data: { emailConfirmedAt: new Date() } })
      // The links that confirm addresses.
      await vi.waitFor(async () => expect(await db().mail.count()).toBe(0), 20_000)
      world.mailed.mail.forget()
      return people
    },
    mails: () => world.mailed.mail.mails,
    subjects: () => world.mails().map(({ subject }) => subject),
    /** Waits until this number of mails was received and the queue is updated. */
    sent: async (count: number): Promise<void> => {
      await vi.waitFor(() => expect(world.mails()).toHaveLength(count), 20_000)
      const underWay = () => db().mail.count({ where: { lease: { not: null } } })
      await vi.waitFor(async () => expect(await underWay()).toBe(0), 20_000)
    },
    /** Waits until the sender has processed everything that is due. */
    looked: () =>
      vi.waitFor(async () => {
        const due = { notBefore: { lte: world.mailed.server.deps.now() } }
        expect(await db().mail.count({ where: due })).toBe(0)
      }, 20_000),
    forward: (minutes: number) => world.mailed.forward(minutes),
  }
  const db = () => world.mailed.server.deps.db
  beforeAll(async () => {
    world.mailed = await startMailedServer()
  })
  afterAll(() => world.mailed.close())
  beforeEach(async () => {
    await world.mailed.reset()
    world.forward(120)
  })
  return world
}
