import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { findUpload } from '../../server/imports/files.ts'
import { runProduct } from '../support/runProduct.ts'
import { preview, table } from './world.ts'

const plak = runProduct()

it('an upload has no address, and only the server reads it', async () => {
  const owner = await plak.harness.register('owner')
  await preview(plak.server.url, owner, table)
  const { fileKey } = await plak.server.deps.db.import.findFirstOrThrow()
  const place = (await findUpload(fileKey!))!
  expect([statSync(place).mode & 0o777, statSync(dirname(place)).mode & 0o777]).toEqual([0o600, 0o700])
  const headers = { cookie: owner.cookies.header()! }
  for (const path of [
    `/${fileKey}`,
    `/uploads/${fileKey}`,
    `/.data/uploads/${fileKey}`,
    `/assets/${fileKey}`,
    `/assets/..%2f..%2f..%2f.data%2fuploads%2f${fileKey}`,
    `/account/import/${fileKey}`,
    `/account/import/${fileKey}/rest.csv`,
  ]) {
    const answer = await fetch(plak.server.url + path, { headers })
    expect([path, answer.status]).toEqual([path, 404])
    expect(await answer.text()).not.toContain('Homogenic')
  }
})
