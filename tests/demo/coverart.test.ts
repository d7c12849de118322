import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { frontOf } from '../../demo/coverart/images.ts'
import { startDemo, type Demo } from '../../demo/server.ts'
import { ask, client, findGroup } from './services.ts'
import { archiveIndex } from './wireShapes.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})
afterAll(() => demo.close())

const get = (url: string, method = 'GET') => fetch(url, { method, headers: client, redirect: 'manual' })
const releases = () => [...demo.world().releases.values()]
const releaseWith = (isWanted: (image: NonNullable<ReturnType<typeof frontOf>>) => boolean) =>
  releases().find((release) => {
    const image = frontOf(release)
    return image && isWanted(image)
  })!

/** Requests an address and follows its redirects one by one. */
async function follow(start: string) {
  const hops: { status: number; path: string; type: string | null; allowed: string | null }[] = []
  for (let url = start; ;) {
    const response = await get(url)
    hops.push({
      status: response.status,
      path: new URL(url).pathname,
      type: response.headers.get('content-type'),
      allowed: response.headers.get('access-control-allow-origin'),
    })
    if (response.status < 300 || response.status >= 400)
      return { hops, body: Buffer.from(await response.arrayBuffer()) }
    url = response.headers.get('location')!
  }
}

describe('the Cover Art Archive', () => {
  it('redirects from the archive’s index to archive.org to a node, for every origin', async () => {
    const { id } = findGroup(demo, 'Homogenic')
    const { hops, body } = await follow(`${demo.coverartBase}/release-group/${id}/front-500`)
    expect(hops.map(({ status }) => status)).toEqual([307, 302, 200])
    expect(hops.map(({ path }) => path.split('/')[1])).toEqual([
      'coverart',
      'coverart-archive',
      'coverart-node',
    ])
    expect(hops.map(({ allowed }) => allowed)).toEqual(['*', '*', '*'])
    expect(hops[1]!.path).toMatch(/\/download\/mbid-([0-9a-f-]{36})\/mbid-\1-\d+_thumb500\.jpg$/)
    expect(hops[2]!.type).toBe('image/jpeg')
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 500, height: 500 })
    expect(demo.requests('coverart')).toHaveLength(3)
    const redirect = await get(`${demo.coverartBase}/release-group/${id}/front-500`)
    expect(await redirect.text()).toBe(`See: ${redirect.headers.get('location')}\n`)
    const head = await get(`${demo.coverartBase}/release-group/${id}/front`, 'HEAD')
    expect([head.status, await head.text()]).toEqual([307, ''])
  })

  it('chooses the earliest release with a front, and resolves merged ids', async () => {
    const { id, releases: editions } = findGroup(demo, 'OK Computer')
    const { hops } = await follow(`${demo.coverartBase}/release-group/${id}/front-250`)
    expect(hops[1]!.path).toContain(`mbid-${editions[0]!.id}`)
    const [merged] = [...demo.world().merged].find(([, current]) => current === id)!
    expect((await follow(`${demo.coverartBase}/release-group/${merged}/front-250`)).hops.at(-1)!.status).toBe(
      200,
    )
  })

  it('has no picture: 404 with a page', async () => {
    const bare = findGroup(demo, 'Stankonia')
    const darkened = findGroup(demo, 'One Word Extinguisher')
    for (const path of [
      `release-group/${bare.id}/front`,
      `release-group/${bare.id}/front-500`,
      `release-group/${darkened.id}/front-500`,
      `release/${darkened.releases[0]!.id}/front-500`,
      `release/${darkened.releases[0]!.id}`,
      `release/${findGroup(demo, 'Homogenic').releases[0]!.id}/back`,
      'release-group/00000000-0000-4000-8000-000000000000/front',
    ]) {
      const response = await get(`${demo.coverartBase}/${path}`)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('content-type')).toContain('text/html')
    }
  })

  it('refuses what it cannot mean', async () => {
    for (const path of [
      'release-group/nonsense/front',
      'artist/00000000-0000-4000-8000-000000000000/front',
      `release-group/${findGroup(demo, 'Homogenic').id}/back`,
    ])
      expect((await get(`${demo.coverartBase}/${path}`)).status).toBe(400)
  })

  it('stores originals as PNG, too, but their thumbnails as JPEG', async () => {
    const { id } = releaseWith(({ suffix }) => suffix === 'png')
    const original = await follow(`${demo.coverartBase}/release/${id}/front`)
    expect(original.hops.at(-1)).toMatchObject({ type: 'image/png', path: expect.stringMatching(/\.png$/) })
    expect((await sharp(original.body).metadata()).format).toBe('png')
    const thumb = await follow(`${demo.coverartBase}/release/${id}/front-250`)
    expect((await sharp(thumb.body).metadata()).format).toBe('jpeg')
  })

  it('lists images with addresses that begin with http; old ones lack a size', async () => {
    const index = async (id: string) => {
      const { body } = await follow(`${demo.coverartBase}/release/${id}`)
      return archiveIndex.parse(JSON.parse(body.toString())).images[0]!
    }
    const recent = await index(releaseWith(({ isOld }) => !isOld).id)
    expect(Object.keys(recent.thumbnails).sort()).toEqual(['1200', '250', '500', 'large', 'small'])
    expect((await follow(recent.thumbnails[250]!)).hops.at(-1)!.status).toBe(200)
    const old = releaseWith(({ isOld }) => isOld)
    const image = await index(old.id)
    expect(Object.keys(image.thumbnails).sort()).toEqual(['large', 'small'])
    expect(image.id).toBeTypeOf('string')
    const big = await follow(`${demo.coverartBase}/release/${old.id}/front-1200`)
    expect(big.hops.map(({ status }) => status)).toEqual([307, 302, 404])
  })

  it('fails on demand: busy, a page in place of the picture, a broken proxy, at one of its hosts', async () => {
    const url = `${demo.coverartBase}/release-group/${findGroup(demo, 'Homogenic').id}/front-250`
    const statuses = async () => (await follow(url)).hops.map(({ status }) => status)
    demo.misbehave({ service: 'coverart', fault: 'not-picture', times: 1 })
    const fake = await follow(url)
    expect(fake.hops.at(-1)).toMatchObject({ status: 200, type: expect.stringContaining('text/html') })
    expect(fake.hops).toHaveLength(3)
    demo.behave()
    demo.misbehave({ service: 'coverart', fault: 'busy', times: 1 })
    expect(await statuses()).toEqual([503])
    demo.misbehave({ service: 'coverart', fault: 'html', path: '/coverart-archive/', times: 1 })
    expect(await statuses()).toEqual([307, 502])
    demo.misbehave({ service: 'coverart', fault: 'reset', path: '/coverart-node/', times: 1 })
    await expect(follow(url)).rejects.toThrow('fetch failed')
    expect(await statuses()).toEqual([307, 302, 200])
  })

  it('has every front that a release announces', async () => {
    const { body } = await ask(
      `${demo.musicbrainzBase}release?fmt=json&release-group=${findGroup(demo, 'Homogenic').id}`,
    )
    for (const release of body.releases as { id: string; 'cover-art-archive': { front: boolean } }[]) {
      const { status } = await get(`${demo.coverartBase}/release/${release.id}/front`)
      expect(status).toBe(release['cover-art-archive'].front ? 307 : 404)
    }
  })
})
