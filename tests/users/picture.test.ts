import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { avatarWidths } from '../../shared/pictures.ts'
import { bomb, picture } from '../catalog/covers.ts'
import type { Person } from '../harness/client.ts'
import { bring, preview } from '../imports/world.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { colourAt, fileAt, halves, uploadPicture } from './picture.ts'

const plak = runProduct()
let ayse: Person
const send = (bytes: Uint8Array, person: Person | null = ayse) =>
  uploadPicture(plak.server.url, person, bytes)
const png = (width = 300, height = width) => picture(width, height).png().toBuffer()
const get = (path: string) => fetch(plak.server.url + path)
const statusOf = async (avatar: string) =>
  await Promise.all(avatarWidths.map(async (width) => (await get(fileAt(avatar, width))).status))
const fetchFile = async (avatar: string, width: number) =>
  Buffer.from(await (await get(fileAt(avatar, width))).arrayBuffer())
const profile = (nickname = 'ayse') => plak.harness.visitor().client.users.profile.query({ nickname })
const countFiles = () => plak.server.deps.db.userPicture.count()
const [there, gone] = [
  [200, 200, 200],
  [404, 404, 404],
]

beforeEach(async () => {
  ayse = await plak.harness.register('ayse')
})

describe('an uploaded picture', () => {
  it('is served from our own origin in three widths, for ever, as WebP', async () => {
    const { avatar, status } = await send(await picture(900, 700).jpeg().toBuffer())
    expect([status, avatar]).toEqual([200, expect.stringMatching(/^\/pictures\/[0-9a-f]{32}-192\.webp$/)])
    expect((await profile()).avatar).toBe(avatar)
    expect((await ayse.client.auth.me.query())?.avatar).toBe(avatar)
    for (const width of avatarWidths) {
      const answer = await get(fileAt(avatar, width))
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
        answer.headers.get('x-content-type-options'),
        // Readers of feeds, and pages that embed a card, show it.
        answer.headers.get('cross-origin-resource-policy'),
      ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable', 'nosniff', 'cross-origin'])
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', width, width])
    }
    const other = await get(fileAt(avatar, 193))
    expect([other.status, other.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  it.each([
    ['PNG', () => picture().png().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['AVIF', () => picture(200).avif({ effort: 0 }).toBuffer()],
    ['a JPEG in CMYK', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ])('can be %s', async (_, bytes) => {
    const { avatar, status } = await send(await bytes())
    expect(status).toBe(200)
    const { format, space } = await sharp(await fetchFile(avatar, 512)).metadata()
    expect([format, space]).toEqual(['webp', 'srgb'])
  })

  it('is the middle square, upright, without the place where it was taken', async () => {
    const bytes = await (
      await halves(400, 100)
    )
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Canary' } } })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Canary')).toBe(true)
    const { avatar } = await send(bytes)
    const served = await fetchFile(avatar, 96)
    const { exif, xmp, iptc, icc, orientation } = await sharp(served).metadata()
    expect([exif, xmp, iptc, icc, orientation].filter(Boolean)).toEqual([])
    expect(served.includes('Canary')).toBe(false)
    // Turned by 90°: what was left is above, what was right is below.
    expect([await colourAt(served, { top: 10 }), await colourAt(served, { top: 80 })]).toEqual([
      'red',
      'blue',
    ])
  })

  it('that is small is not enlarged, and has all addresses', async () => {
    const { avatar } = await send(await png(120, 90))
    const edges = await Promise.all(
      avatarWidths.map(async (width) => (await sharp(await fetchFile(avatar, width)).metadata()).width),
    )
    expect(edges).toEqual([90, 90, 90])
    const { avatar: dot } = await send(await png(1))
    expect((await sharp(await fetchFile(dot, 512)).metadata()).width).toBe(1)
  })
})

describe('a file is refused', () => {
  const types = 'We can read JPEG, PNG, WebP and AVIF'
  const unreadable = 'This picture cannot be read'
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()
  it.each([
    ['of no bytes', async () => Buffer.alloc(0), 415, types],
    ['that is SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, types],
    ['that is GIF', () => picture(200).gif().toBuffer(), 415, types],
    ['that only begins like a JPEG', async () => Buffer.from('\xff\xd8\xff\xe0<', 'latin1'), 422, unreadable],
    ['that is cut', async () => (await picture().jpeg().toBuffer()).subarray(0, 9_000), 422, unreadable],
    ['of 50,005,000 pixels', () => flat(10_001, 5_000), 422, unreadable],
    ['of 3,600 megapixels', async () => bomb(60_000), 422, unreadable],
  ])('%s', async (_, bytes, status, error) => {
    expect(await send(await bytes())).toMatchObject({ status, error })
    expect(await countFiles()).toBe(0)
    expect((await profile()).avatar).toBeNull()
  })

  it('of 50 million pixels not', async () => {
    expect(await send(await flat(10_000, 5_000))).toMatchObject({ status: 200 })
  })

  it('of more than 8 MB, whether it says so or not', async () => {
    const error = 'A picture can have 8 MB at most'
    const bytes = Buffer.alloc(8 * 1_048_576 + 1, '\xff\xd8\xff', 'latin1')
    expect(await send(bytes)).toMatchObject({ status: 413, error })
    const chunks = async function* () {
      for (let from = 0; from < bytes.length; from += 1 << 20) yield bytes.subarray(from, from + (1 << 20))
    }
    const answer = await fetch(`${plak.server.url}/account/picture`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', cookie: ayse.cookies.header()! },
      body: chunks() as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, await answer.json()]).toMatchObject([413, { error }])
    const whole = Buffer.concat([await picture(200).jpeg().toBuffer(), Buffer.alloc(8 * 1_048_576)])
    expect(await send(whole.subarray(0, 8 * 1_048_576))).toMatchObject({ status: 200 })
  })

  it('in the words of the caller’s language', async () => {
    const answer = await fetch(`${plak.server.url}/account/picture`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        cookie: `${ayse.cookies.header()!}; plak_language=tr`,
      },
      body: 'no picture',
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      415,
      { error: 'JPEG, PNG, WebP ve AVIF okuyabiliriz' },
    ])
  })

  it('from somebody who is not signed in, of another type, and from another site', async () => {
    const bytes = await png()
    expect(await send(bytes, null)).toMatchObject({ status: 401 })
    const post = async (headers: Record<string, string>) => {
      const cookie = ayse.cookies.header()!
      const body = new Uint8Array(bytes)
      const options = { method: 'POST', headers: { cookie, ...headers }, body }
      return (await fetch(`${plak.server.url}/account/picture`, options)).status
    }
    expect(await post({ 'content-type': 'image/png' })).toBe(415)
    const foreign = { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'cross-site' }
    expect(await post(foreign)).toBe(403)
  })
})

describe('the addresses of a picture', () => {
  it('are others after another upload, even of the same picture, and the old ones are gone', async () => {
    const bytes = await png()
    const first = await send(bytes)
    const second = await send(bytes)
    expect(second.avatar).not.toBe(first.avatar)
    expect([await statusOf(first.avatar), await statusOf(second.avatar)]).toEqual([gone, there])
    expect((await get(first.avatar)).headers.get('cache-control')).toBe('no-store')
    expect(await countFiles()).toBe(avatarWidths.length)
  })

  it('are gone after its removal, also while somebody else has the same picture', async () => {
    const bytes = await png()
    const fatma = await plak.harness.register('fatma')
    const [own, other] = [await send(bytes), await send(bytes, fatma)]
    expect(await ayse.client.users.removePicture.mutate()).toMatchObject({ nickname: 'ayse', avatar: null })
    expect([await statusOf(own.avatar), await statusOf(other.avatar)]).toEqual([gone, there])
    expect((await profile()).avatar).toBeNull()
    expect((await profile('fatma')).avatar).toBe(other.avatar)
    expect(await ayse.client.users.removePicture.mutate()).toMatchObject({ avatar: null })
  })

  it('are gone while the account is disabled, and with the account', async () => {
    const { deps } = plak.server
    const { avatar } = await send(await png())
    await disableAccount(deps, 'ayse')
    expect(await statusOf(avatar)).toEqual(gone)
    await enableAccount(deps, 'ayse')
    expect(await statusOf(avatar)).toEqual(there)
    const again = await plak.harness.login(ayse)
    await again.client.auth.deleteAccount.mutate({ password: ayse.password })
    expect(await statusOf(avatar)).toEqual(gone)
    expect(await countFiles()).toBe(0)
  })

  it.each(['/pictures/x', `/pictures/${'0'.repeat(32)}-192.webp`, '/pictures/..%2f..%2fetc-192.webp'])(
    'are not %s',
    async (path) => {
      await send(await png())
      expect((await get(path)).status).toBe(404)
    },
  )
})

describe('an upload and ‘Avatar URL’', () => {
  const elsewhere = 'https://pictures.example/a.png'
  const update = (input: Parameters<Person['client']['users']['update']['mutate']>[0]) =>
    ayse.client.users.update.mutate(input)

  it('replace each other', async () => {
    await update({ avatar: elsewhere })
    const { avatar } = await send(await png())
    expect((await profile()).avatar).toBe(avatar)
    expect(await update({ avatar: elsewhere })).toMatchObject({ avatar: elsewhere })
    expect((await profile()).avatar).toBe(elsewhere)
    expect(await statusOf(avatar)).toEqual(gone)
    expect(await ayse.client.users.removePicture.mutate()).toMatchObject({ avatar: elsewhere })
  })

  it('an empty address, and other fields, leave the upload', async () => {
    const { avatar } = await send(await png())
    expect(await update({ avatar: '', bio: 'Vinyl.', before: { avatar: '' } })).toMatchObject({ avatar })
    expect(await update({ nickname: 'ayse_2' })).toMatchObject({ avatar })
    expect(await statusOf(avatar)).toEqual(there)
  })

  it('in two tabs: a stale address is a conflict, the upload itself is none', async () => {
    await update({ avatar: elsewhere })
    const { avatar } = await send(await png())
    const stale = { avatar: 'https://pictures.example/b.png', before: { avatar: elsewhere } }
    expect((await refusal(update(stale))).code).toBe('CONFLICT')
    expect((await profile()).avatar).toBe(avatar)
    await update({ avatar: elsewhere, before: { avatar } })
    expect((await profile()).avatar).toBe(elsewhere)
  })
})

it('open pages of others show the new picture', async () => {
  const follower = await plak.harness.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'ayse', following: true })
  const events: ActivityEvent[] = []
  let open = false
  follower.client.activity.live.subscribe(
    { lastEventId: null },
    {
      onStarted: () => (open = true),
      onData: ({ data }) => void (data.type === 'user.changed' && events.push(data)),
      onError: () => {},
    },
  )
  await vi.waitFor(() => expect(open).toBe(true))
  const { avatar } = await send(await png())
  await ayse.client.users.removePicture.mutate()
  const changed = (avatar: string | null) => ({
    type: 'user.changed',
    nickname: 'ayse',
    user: { nickname: 'ayse', avatar },
  })
  await vi.waitFor(() => expect(events).toEqual([changed(avatar), changed(null)]))
})

describe('the export', () => {
  it('has the largest file, and names it', async () => {
    const { avatar } = await send(await png(700))
    const { data, tables } = await downloadData(plak.server.url, ayse.cookies.header())
    expect(data.account).toMatchObject({ picture: 'picture.webp' })
    expect(tables.get('picture.webp')).toBe((await fetchFile(avatar, 512)).toString())
    const fatma = await plak.harness.register('fatma')
    const without = await downloadData(plak.server.url, fatma.cookies.header())
    expect(without.data.account).not.toHaveProperty('picture')
    expect([...without.tables.keys()]).not.toContain('picture.webp')
  })

  it('sets no picture where it is imported', async () => {
    await send(await png())
    await ayse.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 9 })
    const headers = { cookie: ayse.cookies.header()! }
    const answer = await fetch(`${plak.server.url}/account/export.zip`, { headers })
    const zip = new Uint8Array(await answer.arrayBuffer())
    const deniz = await plak.harness.register('deniz')
    const { id, state } = await preview(plak.server.url, deniz, zip)
    expect(state).toBe('preview')
    await bring(deniz, id)
    expect((await profile('deniz')).avatar).toBeNull()
    expect(await countFiles()).toBe(avatarWidths.length)
  })
})
