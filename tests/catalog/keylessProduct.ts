import { beforeEach } from 'vitest'
import { runProduct } from '../support/runProduct.ts'

/** A product whose catalogue has no key. `clock.ahead` is how far its time is ahead, in milliseconds. */
export function runKeyless() {
  const clock = { ahead: 0 }
  const plak = runProduct({
    settings: { CATALOGUE: 'musicbrainz', CONTACT: 'admin@example.org' },
    now: () => new Date(Date.now() + clock.ahead),
  })
  beforeEach(() => {
    plak.server.demo.behave()
    clock.ahead = 0
  })
  return { plak, clock, visitor: () => plak.harness.visitor().client }
}
