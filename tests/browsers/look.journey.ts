import { expect } from 'vitest'
import type { Scheme } from './browser.ts'
import { test } from './world.ts'

const paths = [
  '/',
  '/albums',
  '/album/Radiohead/Kid%20A',
  '/artist/Radiohead',
  '/lists',
  '/profile/looker',
  '/profile/looker?tab=diary',
  '/activity',
  '/notifications',
  '/profile/edit',
  '/settings/account',
  '/settings/notifications',
  '/import',
  '/search?q=radio',
  '/nothing-here',
]

test.for([
  [1280, 900],
  [390, 844],
] as [number, number][])(
  'no page is wider than its window of %i pixels',
  async (size, { signUp, makeList, expectedErrors }) => {
    // Firefox reports files that were still loading when this test went to the next page; the status says that.
    expectedErrors.push(
      /404/,
      /A ServiceWorker intercepted the request/,
      /download failed .* status=2152398850/,
    )
    const person = await signUp('looker', { size })
    const { tab } = person
    await person.call.logs.save.mutate({ artist: 'Radiohead', album: 'Kid A', rating: 9, review: 'Ice.' })
    const tooWide: string[] = []
    for (const path of [...paths, await makeList(person), '/lists/create']) {
      await tab.go(path)
      await tab.see('heading')
      const [width, inner] = await tab.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(inner).toBe(size[0])
      if (width! > size[0]) tooWide.push(`${path}: ${width}`)
    }
    expect(tooWide).toEqual([])
  },
)

test.for(['light', 'dark'] as Scheme[])(
  'pages are %s with the system, and as chosen',
  async (scheme, { signUp }) => {
    const { tab } = await signUp('looker', { scheme })
    await tab.go('/albums')
    /** Returns the brightness of the page's background, 0 to 255. */
    const brightness = () =>
      tab.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d')!
        canvas.fillStyle = getComputedStyle(document.body).backgroundColor
        canvas.fillRect(0, 0, 1, 1)
        return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3))
      })
    const is = async (wanted: Scheme) => {
      await expect.poll(async () => ((await brightness()) > 128 ? 'light' : 'dark')).toBe(wanted)
    }
    await is(scheme)
    const other = scheme === 'light' ? 'dark' : 'light'
    await tab.click('radio', other === 'light' ? 'Light' : 'Dark')
    await is(other)
    await tab.reload()
    await is(other)
    await tab.click('radio', 'System')
    await is(scheme)
  },
)
