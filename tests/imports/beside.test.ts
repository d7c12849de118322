import { describe, expect, it } from 'vitest'
import { claimJob, releaseJob } from '../../server/imports/job.ts'
import { runProduct } from '../support/runProduct.ts'
import { preview, send, until } from './world.ts'

describe('beside each other', () => {
  const plak = runProduct()
  const table = 'Artist,Album,Date\nRadiohead,Kid A,2024-01-02\nNobody Ever,Nothing At All,2024-01-03\n'

  it('the imports of two people have their turns one after the other', async () => {
    const { db } = plak.server.deps
    const [first, second] = [await plak.harness.register('first'), await plak.harness.register('second')]
    const ids: number[] = []
    for (const person of [first, second]) {
      const failed = await preview(plak.server.url, person, 'no table\n')
      ids.push(failed.id)
    }
    // Only this test works on failed imports.
    await db.$executeRaw`UPDATE Import SET turnAt = UTC_TIMESTAMP(3) - INTERVAL 10 SECOND`
    const turns: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      // Two turns can end within one millisecond.
      await db.$executeRaw`UPDATE Import SET turnAt = turnAt - INTERVAL 1 SECOND`
      const job = (await claimJob(db, ['failed']))!
      turns.push(job.id)
      await releaseJob(db, job, 0)
    }
    expect(turns).toEqual([...ids, ...ids])
  })

  it('of two waiting files the smaller one is read first, even if it has waited less long', async () => {
    const { db } = plak.server.deps
    const [first, second] = [await plak.harness.register('first'), await plak.harness.register('second')]
    const large = await preview(plak.server.url, first, 'no table\n'.repeat(100))
    const small = await preview(plak.server.url, second, 'no table\n')
    // Only this test works on failed imports.
    await db.$executeRaw`UPDATE Import SET turnAt = UTC_TIMESTAMP(3) - INTERVAL 10 SECOND`
    await db.$executeRaw`UPDATE Import SET turnAt = UTC_TIMESTAMP(3) - INTERVAL 60 SECOND WHERE id = ${large.id}`
    const claimed: (number | undefined)[] = []
    for (let turn = 0; turn < 2; turn++) claimed.push((await claimJob(db, ['failed'], 'smallestFile'))?.id)
    expect(claimed).toEqual([small.id, large.id])
  })

  it('two tabs decide about one row at once: one of the two albums is written, once', async () => {
    const owner = await plak.harness.register('owner')
    const seen = await preview(plak.server.url, owner, table)
    const [missing] = (await owner.client.imports.rows.query({ id: seen.id, state: 'missing' })).items
    const choices = ['Homogenic', 'Vespertine']
    await Promise.all(
      choices.map((album) =>
        owner.client.imports.choose.mutate({
          id: seen.id,
          row: missing!.row,
          album: { artist: 'Björk', album },
        }),
      ),
    )
    // And both click Import.
    await Promise.allSettled([1, 2].map(() => owner.client.imports.start.mutate({ id: seen.id })))
    await until(owner, seen.id, ({ state }) => state === 'done')
    const logs = await plak.server.deps.db.log.findMany({
      select: { album: { select: { name: true } } },
      orderBy: { date: 'asc' },
    })
    expect(logs).toHaveLength(2)
    expect(choices).toContain(logs[1]!.album.name)
  })

  it('a person who logs out in between finds it done', async () => {
    const owner = await plak.harness.register('owner')
    const { body } = await send(plak.server.url, owner, table)
    await until(owner, body.id, ({ state, counts }) => state === 'preview' && counts.ready > 0)
    await owner.client.imports.start.mutate({ id: body.id })
    await owner.client.auth.logout.mutate()
    const again = await plak.harness.login(owner)
    const done = await until(again, body.id, ({ state }) => state === 'done')
    expect(done.counts.written).toBe(1)
    expect((await preview(plak.server.url, again, table)).counts.here).toBe(1)
  })
})
