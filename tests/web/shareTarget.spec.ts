import { paths } from '../../shared/paths.ts'
import { expect, failedRequest, journey, test } from './plak.ts'

const kidA = paths.album({ artist: 'Radiohead', name: 'Kid A' })
const lastfm = 'https://www.last.fm/music/Radiohead/Kid+A'
const shared = (params: Record<string, string>) => `/share?${new URLSearchParams(params)}`

test.describe('A thing that another app shares', () => {
  test('opens the album with the log dialog, and logs nothing by itself', journey, async ({ signUp }) => {
    const { page, call } = await signUp('deniz')
    await page.goto(shared({ title: 'Kid A', text: `Listen to this ${lastfm}` }))
    await expect(page).toHaveURL(kidA)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Kid A')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Kid A', level: 1 })).toBeVisible()
    await expect(dialog).toBeHidden()
    expect((await call.logs.mine.query({ artist: 'Radiohead', album: 'Kid A' })).listens).toBe(0)
  })

  test('leads to the search if it is not certain, and says if nothing could be read', async ({ signUp }) => {
    const { page } = await signUp('deniz')
    await page.goto(shared({ text: 'Nobody – Nothing' }))
    await expect(page).toHaveURL('/search?q=Nobody%20Nothing')
    const box = page.getByRole('searchbox').last()
    await expect(box).toHaveValue('Nobody Nothing')
    await page.goto(shared({ url: 'https://spotify.link/abc' }))
    await expect(page).toHaveURL('/search')
    await expect(page.getByText('That could not be read as an album')).toBeVisible()
    await page.goto(shared({ text: '<img src=x onerror=alert(1)>', url: 'javascript:alert(1)' }))
    await expect(page).toHaveURL(/\/search\?q=%3Cimg/)
    await page.goto(shared({ text: 'w'.repeat(10_000) }))
    await expect(page).toHaveURL(`/search?q=${'w'.repeat(200)}`)
  })

  test('is found after the login', async ({ page, signUp }) => {
    await signUp('deniz')
    await page.goto(shared({ text: lastfm }))
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email or Username').fill('deniz')
    await page.getByLabel('Password').fill('deniz has a record player')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(kidA)
    await expect(page.getByRole('dialog')).toContainText('Kid A')
  })

  test('is searched for while the server does not answer', async ({ signUp }) => {
    const { page } = await signUp('deniz')
    await page.route(/\/trpc\/[^?]*sharing\.find/, () => {})
    const begun = performance.now()
    await page.goto(shared({ text: `Kid A ${lastfm}` }), { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Looking for the album' })).toBeVisible()
    await expect(page).toHaveURL('/search?q=Radiohead%20Kid%20A')
    expect(performance.now() - begun).toBeGreaterThan(4_000)
  })

  test.describe('without the server', () => {
    test.use({ expectedErrors: [failedRequest] })
    test('is searched for by the words of its address', async ({ signUp }) => {
      const { page } = await signUp('deniz')
      await page.route(/\/trpc\/[^?]*sharing\.find/, (route) => route.abort())
      for (const [address, query] of [
        [lastfm, 'Radiohead Kid A'],
        ['https://radiohead.bandcamp.com/album/kid-a', 'radiohead kid a'],
        ['https://music.apple.com/us/album/kid-a/1097862703', 'kid a'],
      ] as const) {
        await page.goto(shared({ url: address }))
        await expect(page).toHaveURL(`/search?q=${encodeURIComponent(query)}`)
      }
    })
  })
})
