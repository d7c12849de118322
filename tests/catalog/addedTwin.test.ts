import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()

it('another album of the same names needs room for the year', async () => {
  const { client } = await plak.harness.register('ayse')
  const add = (album: { title: string; year: number; another?: boolean }) =>
    client.albums.add.mutate({ artist: 'Kökler', submission: randomUUID(), ...album })
  const most = 'Must be at most 993 characters'
  for (const [title, text] of [
    ['x'.repeat(993), null],
    ['y'.repeat(994), most],
  ] as const) {
    await add({ title, year: 1980 })
    const twin = add({ title, year: 1982, another: true })
    if (text === null) expect((await twin).name).toHaveLength(1_000)
    else await expect(twin).rejects.toMatchObject({ data: { code: 'BAD_REQUEST', fields: { title: text } } })
  }
})
