import { beforeEach, expect, it } from 'vitest'
import { avatarUploads, drawings, keyOf, uploads } from '../../server/core/limits.ts'
import { paths } from '../../shared/paths.ts'
import { picture } from '../catalog/covers.ts'
import type { Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { runProduct } from '../support/runProduct.ts'
import { uploadPicture } from '../users/picture.ts'

const plak = runProduct({ settings: { LIMITS_FACTOR: '1', TRUSTED_PROXIES: '1' } })
let ayse: Person
let id: number
beforeEach(async () => {
  await plantAlbums(plak.server.deps, 3)
  ayse = await plak.harness.register('ayse')
  ;({ id } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } }))
})

/** Returns the most recently reached limit in the trail. */
async function lastRefusal() {
  await plak.server.deps.audit.flush()
  const line = await plak.server.deps.db.auditEntry.findFirstOrThrow({
    where: { event: 'throttle.reached' },
    orderBy: { id: 'desc' },
  })
  const { procedure } = JSON.parse(line.detail ?? '{}') as { procedure?: string }
  return { actorId: line.actorId, address: line.address, procedure }
}
const preview = (id: number, from: string) =>
  fetch(`${plak.server.url}/preview/review/${id}.png`, { headers: { 'x-forwarded-for': from } })

it('pictures are drawn for a network so often; what is drawn stands for everybody', async () => {
  const logs = [0, 1].map((n) =>
    ayse.client.logs.save.mutate({ artist: 'Artist', album: `Planted ${n}`, review: 'Strings.' }),
  )
  const [one, two] = await Promise.all(logs)
  for (let use = 1; use < drawings.points; use++) await plak.server.deps.limit(drawings).count('203.0.113.1')
  expect((await preview(one!.id, '203.0.113.1')).status).toBe(200)
  expect((await preview(one!.id, '203.0.113.1')).status).toBe(200)
  const refusedPreview = await preview(two!.id, '203.0.113.1')
  expect([refusedPreview.status, Number(refusedPreview.headers.get('retry-after'))]).toEqual([
    429,
    expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60),
  ])
  expect((await preview(two!.id, '203.0.113.2')).status).toBe(200)
  expect(await lastRefusal()).toEqual({ actorId: null, address: '203.0.113.1', procedure: 'preview' })
})

it('files are uploaded so often, and a refusal is a line of the trail', async () => {
  for (let use = 0; use < uploads.points; use++) await plak.server.deps.limit(uploads).count(keyOf({ id }))
  const answer = await fetch(plak.server.url + paths.importFile(), {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      cookie: ayse.cookies.header()!,
      'x-forwarded-for': '203.0.113.1',
    },
    body: 'Artist,Album\n',
  })
  expect(answer.status).toBe(429)
  expect(await lastRefusal()).toEqual({ actorId: id, address: '203.0.113.1', procedure: 'import' })
})

it('a person uploads twenty pictures of themselves an hour', async () => {
  expect(avatarUploads).toMatchObject({ points: 20, duration: 3_600 })
  for (let use = 1; use < avatarUploads.points; use++)
    await plak.server.deps.limit(avatarUploads).count(keyOf({ id }))
  const bytes = await picture(96).png().toBuffer()
  const sent = await uploadPicture(plak.server.url, ayse, bytes)
  expect(sent.status).toBe(200)
  const refused = await uploadPicture(plak.server.url, ayse, bytes)
  expect([refused.status, refused.error]).toEqual([
    429,
    expect.stringMatching(/^Too many pictures, try again in/),
  ])
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  expect(await lastRefusal()).toMatchObject({ actorId: id, procedure: 'picture' })
  expect((await ayse.client.auth.me.query())?.avatar).toBe(sent.avatar)
})
