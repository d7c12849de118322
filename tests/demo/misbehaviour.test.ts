import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import type { Rule } from '../../demo/service/rules.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0 })
})
afterEach(() => {
  demo.behave()
  demo.forgetRequests()
})
afterAll(() => demo.close())

const album = { method: 'album.getinfo', artist: 'Radiohead', album: 'Kid A' }
const urlOf = (params: Record<string, string>) =>
  `${demo.lastfmBase}?${new URLSearchParams({ api_key: 'k', format: 'json', ...params })}`
const get = async (params: Record<string, string> = album) => {
  const response = await fetch(urlOf(params))
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }
}
const order = (rule: Rule | object) =>
  fetch(`${demo.origin}/__control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })

describe('the Last.fm stand-in misbehaves on demand', () => {
  it.each([
    [{ fault: 'rate-limit' }, 200, 29],
    [{ fault: 'rate-limit', status: 429 }, 429, 29],
    [{ fault: 'operation-failed' }, 500, 8],
    [{ fault: 'offline' }, 503, 11],
    [{ fault: 'temporary' }, 503, 16],
    [{ fault: 'bad-key' }, 403, 10],
    [{ fault: 'suspended' }, 403, 26],
    [{ fault: 'not-found', status: 200 }, 200, 6],
    [{ fault: 'not-found', status: 400 }, 400, 6],
    [{ fault: 'not-found' }, 404, 6],
    [{ fault: 'error', code: 27, status: 410 }, 410, 27],
  ])('%o → %i, error %i', async (rule, status, error) => {
    expect((await order({ ...rule, times: 1 })).status).toBe(200)
    const answer = await get()
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ error })
    expect((await get()).text).toContain('"Kid A"')
  })

  it('HTML, an empty and a cut-off body, a body of one’s own', async () => {
    demo.misbehave({ fault: 'html', status: 200, times: 1 })
    demo.misbehave({ fault: 'html', times: 1 })
    demo.misbehave({ fault: 'empty', times: 1 })
    demo.misbehave({ fault: 'cut-off', times: 1 })
    demo.misbehave({ fault: 'body', body: { odd: true }, status: 418, times: 1 })
    expect(await get()).toMatchObject({ status: 200, type: expect.stringContaining('text/html') })
    expect((await get()).status).toBe(502)
    expect((await get()).text).toBe('')
    const cut = await get()
    expect(cut.text).toMatch(/^\{"album"/)
    expect(() => JSON.parse(cut.text)).toThrow(SyntaxError)
    expect(await get()).toMatchObject({ status: 418, text: '{"odd":true}' })
  })

  it('is slow, hangs up, resets', async () => {
    demo.misbehave({ fault: 'slow', ms: 60, times: 1 })
    const before = performance.now()
    expect((await get()).text).toContain('"Kid A"')
    // A timer can be a millisecond early.
    expect(performance.now() - before).toBeGreaterThan(58)
    demo.misbehave({ fault: 'reset', times: 1 })
    await expect(get()).rejects.toThrow('fetch failed')
    demo.misbehave({ fault: 'hang', ms: 40, times: 1 })
    await expect(get()).rejects.toThrow('fetch failed')
  })

  it('closes at once though somebody waits', async () => {
    const other = await startDemo({ port: 0 })
    other.misbehave({ fault: 'slow', ms: 60_000 })
    const waiting = fetch(`${other.lastfmBase}?api_key=k&format=json&method=chart.gettopartists`).catch(
      () => 'cut',
    )
    await vi.waitFor(() => expect(other.requests()).toHaveLength(1))
    await other.close()
    expect(await waiting).toBeDefined()
  })

  it('bends answers that stay well-formed', async () => {
    const bent = async (fault: string, params: Record<string, string> = album) => {
      demo.misbehave({ fault, times: 1 })
      // oxlint-disable-next-line no-explicit-any
      return JSON.parse((await get(params)).text) as any
    }
    const top = { method: 'tag.gettopalbums', tag: 'all', limit: '3' }
    expect((await bent('wrong-name')).album.name).not.toBe('Kid A')
    expect((await bent('old-container', top)).topalbums.album).toHaveLength(3)
    expect((await bent('single', top)).albums.album.name).toBeTypeOf('string')
    expect((await bent('empty-strings', top)).albums.album).toBe('')
    expect((await bent('empty-strings')).album.tracks).toBe('')
    expect((await bent('bad-numbers')).album.listeners).not.toMatch(/^\d{4,}$/)
    const rows = (await bent('null-rows', top)).albums.album
    expect(rows.slice(0, 2)).toEqual([null, expect.objectContaining({ name: '(null)' })])
    expect((await bent('duplicates', top)).albums.album).toHaveLength(6)
    expect((await bent('beyond', top)).albums).toMatchObject({ album: [], '@attr': { total: '1068391' } })
  })

  it('only where it was told to', async () => {
    await order([
      { fault: 'offline', method: 'Artist.getInfo' },
      { fault: 'temporary', match: { album: 'kid' } },
    ])
    expect((await get({ method: 'album.getinfo', artist: 'Radiohead', album: 'OK Computer' })).status).toBe(
      200,
    )
    expect((await get()).text).toContain('"error":16')
    expect((await get({ method: 'artist.getinfo', artist: 'Radiohead' })).text).toContain('"error":11')
    expect((await fetch(`${demo.origin}/__control`, { method: 'DELETE' })).status).toBe(204)
    expect((await get()).status).toBe(200)
    expect((await order({ fault: 'nonsense' })).status).toBe(400)
  })

  it('keeps a log of what it was asked, as it stood on the wire', async () => {
    demo.misbehave({ fault: 'slow', ms: 1, times: 1 })
    await get({ method: 'artist.getInfo', artist: '%2B44' })
    const log = (await (await fetch(`${demo.origin}/__requests`)).json()) as unknown[]
    expect(log).toEqual([
      expect.objectContaining({
        method: 'artist.getinfo',
        params: expect.objectContaining({ artist: '%2B44' }),
        query: expect.stringContaining('artist=%252B44'),
        faults: ['slow'],
      }),
    ])
    await fetch(`${demo.origin}/__requests`, { method: 'DELETE' })
    expect(demo.requests()).toEqual([])
  })

  it('has no control where it was started without', async () => {
    const plain = await startDemo({ control: false, picturesBase: 'https://pictures.test/' })
    try {
      expect((await fetch(`${plain.origin}/__control`, { method: 'DELETE' })).status).toBe(404)
      expect((await fetch(`${plain.origin}/__requests`)).status).toBe(404)
      const found = await (
        await fetch(`${plain.lastfmBase}?${new URLSearchParams({ api_key: 'k', format: 'json', ...album })}`)
      ).text()
      expect(found).toContain('https://pictures.test/covers/34s/')
    } finally {
      await plain.close()
    }
  })
})
