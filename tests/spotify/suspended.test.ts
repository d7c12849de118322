import { expect, it, vi } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import { allLogs, connectAs, runSpotify, sync, watch } from './world.ts'

const plak = runSpotify()

it('the sync of a suspended person stops and writes nothing; after the suspension they can start another', async () => {
  const { server, harness } = plak
  const owner = await harness.register('owner')
  await connectAs(server.spotify, owner, 'deniz')
  await sync(owner)
  server.spotify.changeLibrary('deniz', -5)
  const before = await allLogs(server)
  server.spotify.misbehave({ route: 'albums', match: { offset: '50' }, hang: 20_000, times: 1 })
  const events = await watch(owner)
  await owner.client.spotify.sync.mutate()
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ progress: { page: 2 } }))

  await disableAccount(server.deps, 'owner')
  await server.deps.jobs.idle()
  expect(await allLogs(server)).toEqual(before)

  await enableAccount(server.deps, 'owner')
  const again = await harness.login(owner)
  expect((await again.client.spotify.status.query()).syncing).toBeNull()
  expect(await sync(again)).toMatchObject({ type: 'spotify.synced', albums: savedBy('deniz').length - 5 })
})
