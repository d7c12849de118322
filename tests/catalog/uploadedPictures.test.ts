import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteUnusedPictures } from '../../server/pictures/store.ts'
import { coverWidths, hashOfPicture, picturePath } from '../../shared/pictures.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { bomb, picture, upload } from './covers.ts'

const MINUTE = 60_000
let clock = 0
const plak = runProduct({ now: () => new Date(Date.now() + clock) })
let ayse: Person
const send = (bytes: Uint8Array, person: Person | null = ayse) => upload(plak.server.url, person, bytes)
const add = (person: Person, title: string, cover: string) =>
  person.client.albums.add.mutate({ artist: 'Kökler', title, cover, submission: randomUUID() })
const get = (path: string) => fetch(plak.server.url + path)
const countFiles = () => plak.server.deps.db.picture.count()

beforeEach(async () => {
  clock = 0
  ayse = await plak.harness.register('ayse')
})

describe('a cover', () => {
  it('is served from our own origin in each width, for ever, as WebP', async () => {
    const { cover, status } = await send(await picture(900, 700).jpeg().toBuffer())
    expect(status).toBe(200)
    const { image } = await add(ayse, 'Toprak', cover)
    const hash = hashOfPicture(image!)!
    for (const width of coverWidths) {
      const answer = await get(picturePath(hash, width))
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable'])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', width, width])
    }
    const other = await get(picturePath(hash, 301))
    expect([other.status, other.headers.get('cache-control')]).not.toEqual([200, expect.anything()])
  })

  it.each([
    ['PNG', () => picture().png().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['AVIF', () => picture(200).avif({ effort: 0 }).toBuffer()],
    ['a JPEG in CMYK', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG with 16 bits', () => picture(200).toColourspace('rgb16').png().toBuffer()],
  ])('can be %s', async (_, bytes) => {
    const { cover, status } = await send(await bytes())
    expect(status).toBe(200)
    const { image } = await add(ayse, 'Toprak', cover)
    const answer = await get(image!)
    const { format, space } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([format, space]).toEqual(['webp', 'srgb'])
  })

  it('loses the place where it was taken, and is turned upright', async () => {
    const bytes = await picture(300, 200)
      .withExif({
        IFD0: { Artist: 'Canary', Copyright: 'Canary' },
        IFD3: { GPSLatitude: '41/1 0/1 0/1', GPSLongitude: '29/1 0/1 0/1' },
      })
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Canary' } } })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Canary')).toBe(true)
    const { cover } = await send(bytes)
    const { image } = await add(ayse, 'Toprak', cover)
    const served = Buffer.from(await (await get(image!)).arrayBuffer())
    const { exif, xmp, iptc, icc, orientation } = await sharp(served).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(served.includes('Canary')).toBe(false)
  })

  it('of an animation is its first picture', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 200, height: 200, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const { cover } = await send(bytes)
    const { image } = await add(ayse, 'Toprak', cover)
    const served = Buffer.from(await (await get(image!)).arrayBuffer())
    expect((await sharp(served).metadata()).pages ?? 1).toBe(1)
    const { dominant } = await sharp(served).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(60)
  })
})

describe('a file is refused', () => {
  const types = 'Choose a JPEG, PNG, WebP or AVIF picture'
  const unreadable = 'This picture cannot be read'
  const pixels = 'The picture has too many pixels'
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()
  it.each([
    ['of no bytes', async () => Buffer.alloc(0), types],
    ['that is SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), types],
    ['that is HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), types],
    ['that is GIF', () => picture(200).gif().toBuffer(), types],
    [
      'that is HEIC without AV1',
      async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      types,
    ],
    [
      'that only begins like a JPEG',
      async () => Buffer.from('\xff\xd8\xff\xe0<script>', 'latin1'),
      unreadable,
    ],
    [
      'that only begins like an AVIF',
      async () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1'),
      unreadable,
    ],
    ['that is cut', async () => (await picture().jpeg().toBuffer()).subarray(0, 9_000), unreadable],
    ['of 99 pixels', () => picture(99, 300).png().toBuffer(), unreadable],
    ['of 41 megapixels', () => flat(8_200, 5_000), pixels],
    ['of 12,001 pixels a side', () => flat(12_001, 100), pixels],
  ])('%s', async (_, bytes, error) => {
    expect(await send(await bytes())).toMatchObject({ status: 400, error })
    expect(await countFiles()).toBe(0)
  })

  it('of 3,600 megapixels, before a single one is decoded', async () => {
    const bytes = bomb(60_000)
    expect(bytes.length).toBeLessThan(1_000_000)
    const before = process.resourceUsage().maxRSS
    expect(await send(bytes)).toMatchObject({ status: 400, error: pixels })
    // in kilobytes
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000)
  })

  it('of more than 8 MB, whether it says so or not', async () => {
    const error = 'The picture is larger than 8 MB'
    const bytes = Buffer.alloc(8 * 1_048_576 + 1, '\xff\xd8\xff', 'latin1')
    expect(await send(bytes)).toMatchObject({ status: 400, error })
    const chunks = async function* () {
      for (let from = 0; from < bytes.length; from += 1 << 20) yield bytes.subarray(from, from + (1 << 20))
    }
    const answer = await fetch(`${plak.server.url}/account/cover`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', cookie: ayse.cookies.header()! },
      body: chunks() as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error }])
    const whole = Buffer.concat([await picture(200).jpeg().toBuffer(), Buffer.alloc(8 * 1_048_576)])
    expect(await send(whole.subarray(0, 8 * 1_048_576))).toMatchObject({ status: 200 })
  })

  it('from somebody who is not signed in, and of another type', async () => {
    const bytes = await picture(200).png().toBuffer()
    expect(await send(bytes, null)).toMatchObject({ status: 401 })
    const headers = { 'content-type': 'image/png', cookie: ayse.cookies.header()! }
    const answer = await fetch(`${plak.server.url}/account/cover`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bytes),
    })
    expect(answer.status).toBe(415)
  })
})

describe('an upload', () => {
  const expired = 'The picture is no longer there. Choose it again.'
  it('is known to its uploader alone, for one album, for an hour', async () => {
    const bytes = await picture(200).png().toBuffer()
    const { cover } = await send(bytes)
    const fatma = await plak.harness.register('fatma')
    await expect(add(fatma, 'Su', cover)).rejects.toMatchObject({
      message: expired,
      data: { fields: { cover: expired } },
    })
    await add(ayse, 'Toprak', cover)
    await expect(add(ayse, 'Su', cover)).rejects.toThrow(expired)
    const { cover: late } = await send(bytes)
    clock = 61 * MINUTE
    await expect(add(ayse, 'Su', late)).rejects.toThrow(expired)
  })

  it('goes after an hour, and the picture of an album stays', async () => {
    const { deps } = plak.server
    const [kept, unused] = [
      await send(await picture(200).png().toBuffer()),
      await send(await picture(300).png().toBuffer()),
    ]
    const { image } = await add(ayse, 'Toprak', kept.cover)
    expect(unused.status).toBe(200)
    clock = 59 * MINUTE
    await deleteUnusedPictures(deps)
    expect(await countFiles()).toBe(2 * coverWidths.length)
    clock = 61 * MINUTE
    await deleteUnusedPictures(deps)
    expect(await countFiles()).toBe(coverWidths.length)
    expect((await get(image!)).status).toBe(200)
  })

  it('of the same picture twice is stored once, and goes with the last album', async () => {
    const bytes = await picture(200).png().toBuffer()
    const covers = [await send(bytes), await send(bytes)]
    const first = await add(ayse, 'Toprak', covers[0]!.cover)
    const second = await add(ayse, 'Su', covers[1]!.cover)
    expect(first.image).toBe(second.image)
    expect(await countFiles()).toBe(coverWidths.length)
    const remove = (album: string) => ayse.client.albums.remove.mutate({ album: { artist: 'Kökler', album } })
    await remove('Toprak')
    expect((await get(first.image!)).status).toBe(200)
    await remove('Su')
    expect((await get(first.image!)).status).toBe(404)
  })
})
