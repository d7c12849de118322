import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => (server = await startServer()))
afterAll(() => server.close())

/** Returns the manifest that a page links to. */
async function manifestOf(language?: string) {
  const cookie = language && `plak_language=${language}`
  const page = await fetch(`${server.url}/albums`, { headers: cookie ? { cookie } : {} })
  const links = [...(await page.text()).matchAll(/<link rel="manifest" href="([^"]*)"/g)]
  expect(links).toHaveLength(1)
  const response = await fetch(server.url + links[0]![1])
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  return (await response.json()) as Record<string, unknown> & { shortcuts: { name: string }[] }
}

test.each([undefined, 'default', 'en'])(
  'the installed app is English in the language %s',
  async (language) => {
    expect(await manifestOf(language)).toMatchObject({
      id: '/',
      lang: 'en',
      description: 'Track, discover and share your musical journey',
      share_target: { action: '/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
      shortcuts: [
        { name: 'Activity', url: '/activity' },
        { name: 'Search', url: '/search' },
      ],
    })
  },
)

test('the installed app is Turkish for readers of Turkish, and the same app', async () => {
  const [english, turkish] = [await manifestOf(), await manifestOf('tr')]
  expect(turkish).toEqual({
    ...english,
    lang: 'tr',
    description: 'Müzik yolculuğunu kaydet, keşfet ve paylaş',
    shortcuts: english.shortcuts.map((shortcut, index) => ({ ...shortcut, name: ['Akış', 'Ara'][index] })),
  })
})
