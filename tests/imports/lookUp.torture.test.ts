import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { theCase } from './files.ts'
import { counted, preview, send, until } from './world.ts'

// Look-ups pause between attempts, and an unreachable catalogue is retried after a while: too slow for `npm test`.

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
})
afterEach(() => {
  plak.server.demo.behave()
  plak.server.demo.forgetRequests()
})

const calls = () => plak.server.demo.requests()
const rowsOf = async (id: number) => (await owner.client.imports.rows.query({ id })).items

describe('an album about which the catalogue fails', () => {
  const stone = { method: 'album.getinfo', match: { album: 'Stone in the Way' } }
  it.each(['operation-failed', 'wrong-name', 'reset'])(
    'holds up neither the others nor anybody else: %s',
    async (fault) => {
      plak.server.demo.misbehave({ fault, ...stone })
      const { body } = await send(plak.server.url, owner, await theCase('catalogue-one-album-fails.csv'))
      const begun = performance.now()
      await until(owner, body.id, ({ counts }) => counts.ready === 4)
      expect(performance.now() - begun).toBeLessThan(10_000)
      await owner.client.imports.start.mutate({ id: body.id })
      const visitor = plak.harness.visitor()
      const isDone = until(owner, body.id, ({ state }) => state === 'done')
      for (const query of ['blue', 'kid', 'homogenic', 'hounds'])
        expect((await visitor.client.catalog.search.query({ query })).albums).not.toEqual([])
      expect(counted(await isDone)).toEqual({ written: 4, missing: 1 })
      expect((await rowsOf(body.id)).map(({ why }) => why).filter(Boolean)).toEqual([
        'The catalogue could not be asked about it',
      ])
      // It is part of the rest, and is looked up when it is imported again.
      plak.server.demo.behave()
      plak.server.demo.forgetRequests()
      const again = await preview(plak.server.url, owner, await theCase('catalogue-one-album-fails.csv'))
      expect(counted(again)).toEqual({ here: 4, missing: 1 })
      expect(calls().map(({ params }) => params.album)).toContain('Stone in the Way')
    },
  )
})

it('says so no longer when it is back', async () => {
  plak.server.demo.misbehave({ fault: 'offline' })
  const { body } = await send(plak.server.url, owner, 'Artist,Album\nRadiohead,Kid A\n')
  await until(owner, body.id, ({ isAway }) => isAway)
  plak.server.demo.behave()
  const seen = await until(owner, body.id, ({ counts }) => counts.ready === 1)
  expect(seen).toMatchObject({ isAway: false, state: 'preview' })
})
