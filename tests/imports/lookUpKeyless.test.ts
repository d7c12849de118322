import { afterEach, expect, it } from 'vitest'
import { runProduct } from '../support/runProduct.ts'
import { bring, counted, send, until } from './world.ts'

// MusicBrainz is the catalogue: albums without a row are requested, and answered one after the other.

const plak = runProduct({
  settings: {
    CATALOGUE: 'musicbrainz',
    CONTACT: 'admin@example.org',
    LISTENBRAINZ_BASE: 'http://127.0.0.1:9',
  },
})
afterEach(() => plak.server.demo.behave())

/** Makes the next try of an album the last one, and due. */
const makeLastTry = async (name: string) => {
  const { db } = plak.server.deps
  await db.importAlbum.updateMany({ where: { name }, data: { tries: 3, askAgainAt: new Date(0) } })
}

it.each(['html', 'reset'])(
  'an album for which the service fails does not hold up the others: %s',
  async (fault) => {
    const { db } = plak.server.deps
    plak.server.demo.misbehave({ service: 'musicbrainz', fault, match: { query: 'Stone in the Way' } })
    const owner = await plak.harness.register('owner')
    const table = 'Artist,Album\nNobody At All,Stone in the Way\nBjörk,Homogenic\n'
    const { body } = await send(plak.server.url, owner, table)
    const seen = await until(owner, body.id, ({ counts }) => counts.ready === 1)
    expect(counted(seen)).toEqual({ looking: 1, ready: 1 })
    expect(seen.isAway).toBe(false)
    expect(await db.importAlbum.findFirstOrThrow({ where: { name: 'Stone in the Way' } })).toMatchObject({
      state: 'looking',
      tries: 1,
      askAgainAt: expect.any(Date),
    })
    await makeLastTry('Stone in the Way')
    expect(counted(await bring(owner, body.id))).toEqual({ written: 1, missing: 1 })
  },
  120_000,
)

it('an unreachable service is waited for, and no try is counted', async () => {
  plak.server.demo.misbehave({ service: 'musicbrainz', fault: 'reset' })
  const owner = await plak.harness.register('owner')
  const { body } = await send(plak.server.url, owner, 'Artist,Album\nBjörk,Homogenic\n')
  const seen = await until(owner, body.id, ({ isAway }) => isAway)
  // An album takes longer than with Last.fm.
  expect(seen.secondsLeft).toBe(3)
  expect(await plak.server.deps.db.importAlbum.findFirstOrThrow()).toMatchObject({
    tries: 0,
    state: 'looking',
  })
}, 120_000)
