import type { Page } from '@playwright/test'
import { picture } from '../catalog/covers.ts'
import { colourAt, fileAt, halves, uploadPicture } from '../users/picture.ts'
import { expect, failedRequest, journey, test, type Someone } from './plak.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload picture' })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const fileOf = (buffer: Buffer, name = 'me.png') => ({ name, mimeType: 'image/png', buffer })
const avatarOf = async ({ call }: Someone) => (await call.auth.me.query())?.avatar ?? null

async function choose(page: Page, buffer: Buffer, name?: string) {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Upload picture').click()
  await (await chooser).setFiles(fileOf(buffer, name))
}

/** Fetches a file of the viewer's picture. */
async function fileOfAvatar(someone: Someone, url: string, width: number): Promise<Buffer> {
  const answer = await fetch(url + fileAt((await avatarOf(someone))!, width))
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

for (const width of [390, 1280]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test(
      'a picture is cropped with keys and stored at once; what was typed stays',
      width === 390 ? journey : {},
      async ({ signUp, plak }) => {
        const someone = await signUp('ayse')
        const { page } = someone
        await page.goto('/profile/edit')
        await field(page, 'Biography').fill('Vinyl.')
        await field(page, 'Avatar URL').fill(`${plak.demo}/avatars/deniz.svg`)
        await choose(page, await (await halves(800, 400)).png().toBuffer())
        await expect(dialog(page)).toBeVisible()
        await expect(dialog(page).getByText('Drag, or use the arrow keys')).toBeVisible()
        await field(page, 'Crop').focus()
        await expect(field(page, 'Crop')).toHaveAccessibleDescription('Drag, or use the arrow keys')
        // From the middle to the left edge.
        for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowLeft')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await button(page, 'Use picture').click()
        await expect(said(page, 'Picture saved')).toBeVisible()
        await expect(dialog(page)).toBeHidden()
        await expect(button(page, 'Upload picture')).toBeFocused()
        await expect(field(page, 'Avatar URL')).toHaveValue('')
        await expect(field(page, 'Biography')).toHaveValue('Vinyl.')
        const preview = page.getByRole('img', { name: 'Preview of your avatar' })
        await expect(preview).toHaveAttribute('src', (await avatarOf(someone))!)
        const served = await fileOfAvatar(someone, plak.url, 96)
        expect(await colourAt(served, { left: 90 })).toBe('red')
        await button(page, 'Save').click()
        await expect(page).toHaveURL('/profile/ayse')
        await expect(page.getByText('Vinyl.')).toBeVisible()
        const shown = page.getByRole('main').locator(`img[src="${await avatarOf(someone)}"]`)
        await expect
          .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(90)
      },
    )
  })
}

/** Returns where the frame lies within its picture, in CSS pixels: the dialog itself may still move, for example when a font arrives. */
const frameIn = (page: Page) =>
  field(page, 'Crop').evaluate((frame) => {
    const [own, picture] = [frame.getBoundingClientRect(), frame.parentElement!.getBoundingClientRect()]
    return { left: own.left - picture.left, top: own.top - picture.top, width: own.width }
  })

test('the frame is dragged, and made smaller with the slider and keys', async ({ signUp, plak }) => {
  const someone = await signUp('ayse')
  const { page } = someone
  await page.goto('/profile/edit')
  await choose(page, await (await halves(1200, 600)).jpeg({ quality: 95 }).toBuffer())
  const crop = field(page, 'Crop')
  const zoom = page.getByRole('slider', { name: 'Zoom' })
  const first = await frameIn(page)
  const box = (await crop.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 500, y + 50, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await frameIn(page)).left).toBeCloseTo(first.left + first.width / 2, 0)
  const dragged = await frameIn(page)
  expect(dragged.top).toBeCloseTo(first.top, 1)
  expect(dragged.width).toBeCloseTo(first.width, 1)
  await zoom.fill('2')
  await expect(zoom).toHaveAttribute('aria-valuetext', '200%')
  await expect.poll(async () => (await frameIn(page)).width).toBeCloseTo(first.width / 2, 0)
  await page.keyboard.press('+')
  await expect(zoom).toHaveValue('2.1')
  await crop.focus()
  await page.keyboard.press('-')
  await expect(zoom).toHaveValue('2')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await frameIn(page)).left - dragged.left).toBeGreaterThan(first.width / 4)
  await button(page, 'Use picture').click()
  await expect(said(page, 'Picture saved')).toBeVisible()
  const served = await fileOfAvatar(someone, plak.url, 96)
  expect([await colourAt(served, { left: 2 }), await colourAt(served, { left: 93 })]).toEqual([
    'blue',
    'blue',
  ])
})

test('a picture that a phone took sideways is cropped and stored upright', async ({ signUp, plak }) => {
  const someone = await signUp('ayse')
  const { page } = someone
  await page.goto('/profile/edit')
  const sideways = (await halves(400, 200)).withMetadata({ orientation: 6 })
  await choose(page, await sideways.jpeg({ quality: 95 }).toBuffer())
  const [crop, shown] = await Promise.all([
    field(page, 'Crop').boundingBox(),
    dialog(page).locator('img').boundingBox(),
  ])
  expect(shown!.height / shown!.width).toBeCloseTo(2, 1)
  expect(crop!.height).toBeCloseTo(crop!.width, 0)
  await button(page, 'Use picture').click()
  await expect(said(page, 'Picture saved')).toBeVisible()
  const served = await fileOfAvatar(someone, plak.url, 96)
  expect([await colourAt(served, { top: 5 }), await colourAt(served, { top: 90 })]).toEqual(['red', 'blue'])
})

test('a cancelled picture changes nothing', async ({ signUp }) => {
  const someone = await signUp('ayse')
  const { page } = someone
  await page.goto('/profile/edit')
  const bytes = await picture(300).png().toBuffer()
  await choose(page, bytes)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Upload picture')).toBeFocused()
  await choose(page, bytes)
  await field(page, 'Crop').press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(await avatarOf(someone)).toBeNull()
  await expect(button(page, 'Remove picture')).toBeHidden()
})

test('an uploaded picture is removed, or replaced by an address', async ({ signUp, plak }) => {
  const someone = await signUp('ayse')
  const { page, context } = someone
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const upload = async () =>
    await uploadPicture(
      plak.url,
      { cookies: { header: () => cookie } } as never,
      await picture(200).png().toBuffer(),
    )
  const { avatar } = await upload()
  await page.goto('/profile/edit')
  await expect(field(page, 'Avatar URL')).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Preview of your avatar' })).toHaveAttribute('src', avatar)
  await button(page, 'Remove picture').click()
  await expect(said(page, 'Picture removed')).toBeVisible()
  await expect(button(page, 'Remove picture')).toBeHidden()
  await expect(button(page, 'Upload picture')).toBeFocused()
  expect(await avatarOf(someone)).toBeNull()

  await upload()
  await page.reload()
  const address = `${plak.demo}/avatars/deniz.svg`
  await field(page, 'Avatar URL').fill(address)
  await expect(page.getByText('This is how it looks.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page).toHaveURL('/profile/ayse')
  expect(await avatarOf(someone)).toBe(address)
  await page.goto('/profile/edit')
  await expect(field(page, 'Avatar URL')).toHaveValue(address)
  await expect(button(page, 'Remove picture')).toBeHidden()
})

test.describe('a failure', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('of the file is named below the button, one of the upload in the dialog', async ({ signUp }) => {
    const someone = await signUp('ayse')
    const { page } = someone
    await page.goto('/profile/edit')
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await choose(page, Buffer.alloc(8 * 1_048_576 + 1, '\xff\xd8\xff', 'latin1'))
    await expect(alert('A picture can have 8 MB at most')).toBeVisible()
    await choose(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(alert('We can read JPEG, PNG, WebP and AVIF')).toBeVisible()
    const bytes = await picture(200).png().toBuffer()
    await choose(page, bytes.subarray(0, 40))
    await expect(alert('This picture cannot be read')).toBeVisible()
    await choose(page, bytes)
    await expect(dialog(page)).toBeVisible()
    await page.route('**/account/picture', (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many pictures, try again in 9 minutes' } }),
    )
    await button(page, 'Use picture').click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Too many pictures, try again in 9 minutes')
    await page.unroute('**/account/picture')
    await page.route('**/account/picture', (route) => route.abort())
    await button(page, 'Use picture').click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The picture could not be uploaded')
    await page.unroute('**/account/picture')
    await button(page, 'Use picture').dblclick()
    await expect(said(page, 'Picture saved')).toHaveCount(1)
    expect(await avatarOf(someone)).toMatch(/^\/pictures\//)
  })
})
