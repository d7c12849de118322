import type { Page } from '@playwright/test'
import { makeHarness } from '../harness/client.ts'
import { expect, journey, test, type Someone } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const reviews = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('article')
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const write = ({ call }: Pick<Someone, 'call'>, review: string) => call.logs.save.mutate({ ...kidA, review })
const addressOf = (id: number) => `/album/Radiohead/Kid%20A?review=${id}`
const isFocused = (page: Page, text: string) =>
  expect(page.locator('[data-review]:focus')).toContainText(text)

test.describe('Share', () => {
  test(
    'copies the one address of a review, an album, a list and a profile; visitors share, too',
    journey,
    async ({ signUp, page, plak }) => {
      const writer = await signUp('writer')
      const { id } = await write(writer, 'Ice.')
      const list = await writer.call.lists.create.mutate({
        name: 'Winter',
        albums: [kidA],
        submission: crypto.randomUUID(),
      })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: plak.url })
      const shares = async (path: string, name: string, link: string) => {
        await page.goto(path)
        await page.getByRole('button', { name, exact: true }).first().click()
        await expect(toast(page, 'Link copied')).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(plak.url + link)
      }
      await shares('/album/radiohead/kid%20a', 'Share review', addressOf(id))
      await shares(addressOf(id), 'Share', '/album/Radiohead/Kid%20A')
      await shares(`/list/${list.id}`, 'Share', `/list/${list.id}`)
      await shares('/profile/writer?tab=reviews', 'Share', '/profile/writer')
      await shares('/profile/writer?tab=reviews', 'Share review', addressOf(id))
    },
  )

  test('shows the link where the clipboard is shut, ready to be copied', async ({ page, plak }) => {
    // As on a plain http origin in a local network.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto('/album/Radiohead/Kid%20A')
    const share = page.getByRole('button', { name: 'Share', exact: true })
    await share.click()
    const link = page.getByRole('dialog', { name: 'Copy this link' }).getByRole('textbox', { name: 'Link' })
    await expect(link).toHaveValue(`${plak.url}/album/Radiohead/Kid%20A`)
    await expect(link).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(await link.inputValue())
    await page.keyboard.press('Escape')
    await expect(share).toBeFocused()
  })

  test.describe('where fingers are used', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

    test('opens the system’s sheet; closing it is not an error', async ({ page, plak }) => {
      await page.addInitScript(() => {
        const share = (data: ShareData) => {
          document.title = `shared ${data.url}`
          return Promise.reject(new DOMException('closed', 'AbortError'))
        }
        Object.defineProperty(navigator, 'share', { value: share })
      })
      await page.goto('/album/Radiohead/Kid%20A')
      await page.getByRole('button', { name: 'Share', exact: true }).tap()
      await expect(page).toHaveTitle(`shared ${plak.url}/album/Radiohead/Kid%20A`)
      await expect(toast(page, 'Link copied')).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})

test.describe('the address of a review', () => {
  test('brings it forward from a later page, once; what is written meanwhile stands below it', async ({
    page,
    plak,
  }) => {
    const harness = makeHarness(plak.url)
    const people = await Promise.all(
      Array.from({ length: 27 }, (_, index) => harness.register(`critic${index}`)),
    )
    const say = (index: number, review: string) => write({ call: people[index]!.client }, review)
    const { id } = await say(0, 'The oldest.')
    await Promise.all(people.slice(1, 26).map((_, index) => say(index + 1, 'A later one.')))
    await page.goto(addressOf(id))
    await expect(reviews(page).first()).toContainText('The oldest.')
    await expect(reviews(page).first()).toBeInViewport()
    await isFocused(page, 'The oldest.')
    await say(26, 'The newest.')
    await harness.close()
    await expect(reviews(page).nth(1)).toContainText('The newest.')
    await isFocused(page, 'The oldest.')

    await page.getByRole('button', { name: 'Show more reviews' }).click()
    await expect(reviews(page)).toHaveCount(27)
    await expect(reviews(page).filter({ hasText: 'The oldest.' })).toHaveCount(1)

    const author = reviews(page).nth(1).getByRole('link', { name: 'critic26' })
    await author.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    await author.click()
    await expect(page.getByRole('heading', { level: 2, name: 'critic26' })).toBeVisible()
    await page.goBack()
    await expect(reviews(page).first()).toContainText('The oldest.')
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(300)
    await expect(page.locator('[data-review]:focus')).toHaveCount(0)
    await page.reload()
    await expect(reviews(page).first()).toContainText('The oldest.')
  })

  test('may be spelled in another way, and is left when the review goes', async ({ signUp, page }) => {
    const writer = await signUp('writer')
    const { id } = await write(writer, 'Ice.')
    await page.goto(`/album/radiohead/kid%20a?review=${id}`)
    await isFocused(page, 'Ice.')
    await expect(page).toHaveURL(addressOf(id))
    await write(writer, '')
    await expect(page.getByText('No reviews yet')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Reviews' })).toBeFocused()
    await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
  })

  test('says that it is gone, and the page works on', async ({ signUp, page }) => {
    const [writer, other] = await Promise.all([signUp('writer'), signUp('other')])
    const { id } = await write(writer, 'Ice.')
    await write(writer, '')
    await write(other, 'Still here.')
    await page.goto(addressOf(id), { waitUntil: 'commit' })
    await expect(toast(page, 'This review is no longer there')).toBeVisible()
    await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
    await expect(reviews(page)).toHaveText([/Still here\./])
    await write(writer, 'Back.')
    await expect(reviews(page)).toHaveCount(2)
  })
})
