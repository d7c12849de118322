import type { Page } from '@playwright/test'
import { stickingOut } from './accessChecks.ts'
import { places } from './pages.ts'
import { narrow, test } from './pagesVisit.ts'
import { unbroken } from './pagesWorld.ts'
import { expect } from './plak.ts'

// Unbreakable words in every text from users or services, on every page of a phone. The file name sorts directly after
// access.spec.ts: a test between them that starts empty would end the world that both use.

test.describe.configure({ mode: 'parallel' })

/** The states in which the pages show the most. */
const full = [
  ['Home', 'signed in'],
  ['Albums', 'popular'],
  ['Album', 'with its log'],
  ['Artists', 'popular'],
  ['Artist', 'known'],
  ['Search', 'everything'],
  ['Lists', 'newest'],
  ['List', 'own'],
  ['List', 'ranks and notes'],
  ['List editor', 'own'],
  ['Activity', 'many'],
  ['Listen later', 'long names'],
  ['Profile', 'own'],
  ['Profile', 'reviews'],
  ['Profile', 'diary'],
  ['Tags', 'long names'],
  ['Tag', 'own, long names'],
  ['Edit profile', 'own'],
  ['Notifications', 'every kind'],
  ['Import', 'preview of a table'],
  ['Moderation', 'reports'],
  ['Moderation', 'report'],
  ['Administration', 'person, disabled'],
] as const

/** Replaces all texts by users in the server's responses, except the names in the page's own URL. */
const plant = (page: Page) =>
  page.addInitScript((word) => {
    const written = new Set([
      'album',
      'artist',
      'bio',
      'body',
      'description',
      'device',
      'excerpt',
      'featuredArtist',
      'fileName',
      'name',
      'note',
      'reason',
      'review',
      'sample',
      'tags',
      'text',
      'title',
    ])
    const grown = (value: unknown, key: string): unknown => {
      if (typeof value === 'string') return written.has(key) && value !== '' ? word : value
      if (Array.isArray(value)) return value.map((item) => grown(item, key))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, grown(inner, name)]))
    }
    const fetch = window.fetch.bind(window)
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      const response = await fetch(input, init)
      if (!pathname.startsWith('/trpc/')) return response
      const procedures = pathname.slice('/trpc/'.length).split(',')
      const answers = (await response.json()) as { result?: { data: Record<string, unknown> } }[]
      const planted = answers.map((answer, index) => {
        const data = answer.result?.data
        if (!data) return answer
        const isAddressed = ['catalog.album', 'catalog.artist'].includes(procedures[index]!)
        const names = isAddressed && { name: data['name'], artist: data['artist'] }
        const long = grown(data, '')
        return { result: { data: names ? { ...(long as object), ...names } : long } }
      })
      return Response.json(planted, { status: response.status })
    }
  }, unbroken)

for (const [name, state] of full) {
  const place = places.find((one) => one.page === name && one.state === state)
  if (!place) throw new Error(`No such place: ${name}, ${state}`)
  test(`${name}, ${state}`, async ({ visit }) => {
    const page = await visit({
      ...place,
      async before(page) {
        await place.before?.(page)
        await plant(page)
      },
      ready: (page) => page.getByRole('main').getByText(unbroken).filter({ visible: true }).first(),
    })
    await page.setViewportSize(narrow)
    await expect.poll(() => stickingOut(page)).toEqual([])
  })
}
