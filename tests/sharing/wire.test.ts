import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
const built = join(import.meta.dirname, '../../dist/web/.vite/manifest.json')
const manifest = JSON.parse(readFileSync(built, 'utf8')) as Record<string, { file: string }>

describe('the files of a page', () => {
  test('are on their way at once', async () => {
    const wanted = ['start.tsx', '../shared/texts/turkish.ts', '../shared/texts/english.ts']
    expect(wanted.filter((name) => !manifest[name])).toEqual([])
    const page = await fetch(`${plak.server.url}/list/1`, { headers: { cookie: 'plak_language=tr' } })
    const html = await page.text()
    const preloaded = [...html.matchAll(/rel="modulepreload" crossorigin href="\/([^"]+)"/g)].map(
      ([, file]) => file,
    )
    for (const name of ['start.tsx', 'lists/ListPage.tsx', '../shared/texts/turkish.ts'])
      expect(preloaded).toContain(manifest[name]!.file)
    expect(preloaded).not.toContain(manifest['home/HomePage.tsx']!.file)
    expect(new Set(preloaded).size).toBe(preloaded.length)
  })
  test.each([
    ['default', '/import', ['default/imports']],
    ['tr', '/import', ['turkish/imports']],
    ['en', '/import', ['default/imports']],
    ['en', '/spotify/callback', ['default/spotify', 'english/spotify']],
    ['tr', '/albums', []],
  ])('include the texts that only it needs: %s %s', async (language, path, groups) => {
    const page = await fetch(plak.server.url + path, { headers: { cookie: `plak_language=${language}` } })
    const html = await page.text()
    const preloaded = Object.keys(manifest).filter(
      (name) =>
        /texts\/\w+\//.test(name) &&
        html.includes(`modulepreload" crossorigin href="/${manifest[name]!.file}"`),
    )
    expect(preloaded.toSorted()).toEqual(groups.map((group) => `../shared/texts/${group}.ts`))
  })
})

describe('on the wire', () => {
  test('pages, responses and files are compressed for clients that accept it', async () => {
    const encodingOf = async (path: string, accepted: string) => {
      const { headers } = await fetch(plak.server.url + path, { headers: { 'accept-encoding': accepted } })
      return {
        encoding: headers.get('content-encoding'),
        vary: headers.get('vary'),
        kept: headers.get('cache-control'),
      }
    }
    const asset = `/${manifest['start.tsx']!.file}`
    expect(await encodingOf(asset, 'br, gzip')).toMatchObject({
      encoding: 'br',
      vary: 'accept-encoding',
      kept: 'public, max-age=31536000, immutable',
    })
    expect(await encodingOf(asset, 'gzip')).toMatchObject({ encoding: 'gzip' })
    expect(await encodingOf(asset, 'identity')).toMatchObject({ encoding: null })
    expect(await encodingOf('/albums', 'br')).toMatchObject({ encoding: 'br', vary: 'accept-encoding' })
    const input = encodeURIComponent(JSON.stringify({ 0: { page: 1 } }))
    expect(await encodingOf(`/trpc/catalog.popular?batch=1&input=${input}`, 'gzip')).toMatchObject({
      encoding: 'gzip',
    })
    expect(await encodingOf('/livez', 'br')).toMatchObject({ encoding: null })
  })

  test('robots are told what is worth nothing to them', async () => {
    const answer = await fetch(`${plak.server.url}/robots.txt`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(await answer.text()).toContain('Disallow: /trpc/')
  })
})
