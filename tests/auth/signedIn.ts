import { expect, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import type { TestServer } from '../support/server.ts'

/** True if the server considers the user signed in. */
export const isIn = async ({ client }: Pick<Person, 'client'>) => (await client.auth.me.query()) !== null

/** Opens a live stream of a user at a server; returns whether its socket is still open. */
export async function listen(server: TestServer, who: Person) {
  const before = new Set(server.sockets())
  let started = false
  who.client.activity.live.subscribe({}, { onStarted: () => (started = true), onError: () => {} })
  await vi.waitFor(() => expect(started).toBe(true))
  const [socket] = server.sockets().filter((each) => !before.has(each))
  return { isOpen: () => socket!.readyState === socket!.OPEN }
}
