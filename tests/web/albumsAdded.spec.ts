import type { Page } from '@playwright/test'
import { picture } from '../catalog/covers.ts'
import { callOf, expect, failedRequest, test, type Someone } from './plak.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Add album' })
const fileOf = async (name = 'cover.png', size = 640) => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(size).png().toBuffer(),
})
const toprak = { artist: 'Kökler', title: 'Toprak' }
const submission = () => crypto.randomUUID()

async function fill(page: Page) {
  await field(page, 'Artist').fill('Kökler')
  await field(page, 'Title').fill('Toprak')
  await field(page, 'Release year').fill('1998')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('EP')
  await field(page, 'Tracks').fill('Bir\nİki')
}

for (const width of [390, 1280]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('an album that nobody knows is found missing, added and shown', async ({ signUp }) => {
      const { page } = await signUp('ayse')
      await page.goto('/search?q=Kökler+Toprak&tab=albums')
      await page.getByRole('link', { name: 'Add an album' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Add an album' })).toBeFocused()
      await expect(field(page, 'Title')).toHaveValue('Kökler Toprak')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await fill(page)
      await page.getByLabel('Cover').setInputFiles(await fileOf())
      await expect(page.getByRole('button', { name: 'Remove cover' })).toBeVisible()
      await add(page).click()
      await expect(page).toHaveURL('/album/K%C3%B6kler/Toprak')
      await expect(page.getByRole('heading', { level: 1, name: 'Toprak' })).toBeVisible()
      await expect(page.getByText('Added by ayse')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'İki' })).toBeVisible()
      const cover = page.getByRole('img', { name: 'Cover of Toprak' })
      await expect(cover).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{64}\/300\.webp$/)
      await expect
        .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(90)
    })
  })
}

test.describe('a failure', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('loses nothing that was typed, and each field says what is wrong', async ({ signUp }) => {
    const { page } = await signUp('ayse')
    await page.goto('/albums/add')
    await add(page).click()
    await expect(page.getByText('Please enter an artist')).toBeVisible()
    await expect(page.getByText('Please enter a title')).toBeVisible()
    await expect(field(page, 'Artist')).toBeFocused()
    await fill(page)
    await field(page, 'Release year').fill('1859')
    await add(page).click()
    await expect(page.getByText(/^Please enter a year from 1860 to 20\d\d$/)).toBeVisible()
    await field(page, 'Release year').fill('1998')
    const svg = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
    await page.getByLabel('Cover').setInputFiles(svg)
    await expect(page.getByText('Choose a JPEG, PNG, WebP or AVIF picture')).toBeVisible()
    await page.getByLabel('Cover').setInputFiles(await fileOf('small.png', 50))
    await expect(page.getByText('This picture cannot be read')).toBeVisible()

    await page.route(callOf('albums.add'), (route) => route.abort())
    await add(page).click()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await expect(field(page, 'Tracks')).toHaveValue('Bir\nİki')
    await page.unroute(callOf('albums.add'))
    // Also by another page, and a reload.
    await page.goto('/albums')
    await page.goto('/albums/add')
    await expect(field(page, 'Title')).toHaveValue('Toprak')
    await expect(field(page, 'Release year')).toHaveValue('1998')
    await expect(field(page, 'Tracks')).toHaveValue('Bir\nİki')
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('ep')
    await add(page).click()
    await expect(page).toHaveURL('/album/K%C3%B6kler/Toprak')
    await page.goto('/albums/add')
    await expect(field(page, 'Title')).toHaveValue('')
  })

  test('leads to the album that is here already, or adds another one of another year', async ({ signUp }) => {
    const { call } = await signUp('fatma')
    await call.albums.add.mutate({ ...toprak, year: 1980, submission: submission() })
    const { page } = await signUp('ayse')
    await page.goto('/albums/add')
    await field(page, 'Artist').fill('kökler')
    await field(page, 'Title').fill('TOPRAK')
    await add(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'This album is already here' })
    await expect(notice.getByRole('link')).toHaveAttribute('href', '/album/k%C3%B6kler/TOPRAK')
    await notice.getByRole('button', { name: 'It is another album' }).click()
    await expect(page.getByText('Another album of these names needs another release year.')).toBeVisible()
    await field(page, 'Release year').fill('1982')
    await add(page).click()
    await notice.getByRole('button', { name: 'It is another album' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'TOPRAK (1982)' })).toBeVisible()

    // The link is that of the album which is in the way.
    const another = async (year: string) => {
      await page.goto('/albums/add?artist=Kökler&title=Toprak')
      await field(page, 'Release year').fill(year)
      await add(page).click()
      await notice.getByRole('button', { name: 'It is another album' }).click()
    }
    await another('1982')
    await expect(notice.getByRole('link')).toHaveAttribute('href', '/album/K%C3%B6kler/Toprak%20(1982)')
    await another('1980')
    await expect(notice.getByRole('link')).toHaveAttribute('href', '/album/K%C3%B6kler/Toprak')
  })
})

test('the album that is added from the list editor is in its draft', async ({ signUp }) => {
  const { page } = await signUp('ayse')
  await page.goto('/lists/create')
  await field(page, 'Name').fill('Gece')
  await page.getByRole('searchbox', { name: 'Search albums' }).fill('Kökler Toprak')
  await page.getByRole('link', { name: 'Add an album' }).click()
  await fill(page)
  await add(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Toprak' })).toBeVisible()
  await page.goto('/lists/create')
  await expect(field(page, 'Name')).toHaveValue('Gece')
  const rows = page.getByRole('list', { name: 'Albums of the list' }).getByRole('listitem')
  await expect(rows).toHaveText([/Toprak/])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/list\/\d+$/)
  await expect(page.getByRole('link', { name: /Toprak/ }).first()).toBeVisible()
})

test.describe('More', () => {
  // The page hears of its album's removal before the answer that leads away from it, and some requests fail on purpose.
  test.use({ expectedErrors: [failedRequest] })
  const more = async (page: Page, item: string) => {
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  let ayse: Someone
  test.beforeEach(async ({ signUp }) => {
    ayse = await signUp('ayse')
    await ayse.call.albums.add.mutate({ ...toprak, year: 1998, submission: submission() })
  })

  test('its adder edits it, and removes it with what is theirs', async () => {
    const { page, call } = ayse
    await call.logs.save.mutate({ artist: 'Kökler', album: 'Toprak', rating: 8 })
    await page.goto('/album/K%C3%B6kler/Toprak')
    await more(page, 'Edit album')
    await field(page, 'Title').fill('Toprak ve Su')
    await page.getByLabel('Cover').setInputFiles(await fileOf())
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Toprak ve Su' })).toBeVisible()
    await expect(page).toHaveURL('/album/K%C3%B6kler/Toprak%20ve%20Su')
    // The old address leads there.
    await page.goto('/album/K%C3%B6kler/Toprak')
    await expect(page).toHaveURL('/album/K%C3%B6kler/Toprak%20ve%20Su')
    await more(page, 'Remove album')
    const dialog = page.getByRole('dialog', { name: 'Remove album' })
    const remove = dialog.getByRole('button', { name: 'Remove album' })
    await expect(dialog).toContainText('Also removed, of yours: 1 listen.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // It names what is new since the page was opened.
    const ref = { artist: 'Kökler', album: 'Toprak ve Su' }
    await call.favorites.set.mutate({ ...ref, favorite: true })
    await page.route(callOf('albums.get'), (route) => route.abort())
    await more(page, 'Remove album')
    await expect(remove).toBeDisabled()
    await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 20_000 })
    await expect(remove).toBeDisabled()
    await page.unroute(callOf('albums.get'))
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText('Also removed, of yours: 1 listen, 1 heart.')
    await remove.click()
    await expect(page.getByText('Album removed')).toBeVisible()
    await expect(page).toHaveURL('/albums')
  })

  test('is not removed once others use it, also if the page was opened before', async ({ signUp }) => {
    const { page } = ayse
    await page.goto('/album/K%C3%B6kler/Toprak')
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Remove album' })).toBeVisible()
    const fatma = await signUp('fatma')
    await fatma.call.favorites.set.mutate({ artist: 'Kökler', album: 'Toprak', favorite: true })
    await page.getByRole('menuitem', { name: 'Remove album' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove album' })
    await expect(dialog).toContainText('Others use this album')
    await expect(dialog.getByRole('button', { name: 'Remove album' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })

  test('others report it', async ({ signUp }) => {
    const { page } = await signUp('fatma')
    await page.goto('/album/K%C3%B6kler/Toprak')
    await more(page, 'Report')
    const dialog = page.getByRole('dialog', { name: 'Report the album added by ayse' })
    await dialog.getByRole('radio', { name: 'Spam' }).check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Report sent')).toBeVisible()
  })

  test('a moderator edits any album; the trail has before and after, and an Undo', async ({
    signUp,
    plak,
  }) => {
    const { page, call } = await signUp('moderator')
    await plak.moderate()
    await call.logs.save.mutate({ artist: 'Kökler', album: 'Toprak', rating: 8 })
    await page.goto('/album/K%C3%B6kler/Toprak')
    await more(page, 'Edit album')
    await field(page, 'Title').fill('Su')
    await field(page, 'Release date').fill('1998-05')
    await field(page, 'Genres').fill('folk, dream pop')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Su' })).toBeVisible()
    await page.goto('/moderation/audit')
    const line = page.getByRole('listitem').filter({ hasText: 'Album edited' })
    await expect(line.getByRole('row', { name: /Title/ })).toHaveText(/Toprak\s*Su/)
    await expect(line.getByRole('row', { name: /Release date/ })).toHaveText(/1998\s*1998-05/)
    await expect(line.getByRole('row', { name: /Genres/ })).toContainText('folk, dream pop')
    await line.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
    await page.goto('/album/K%C3%B6kler/Su')
    await expect(page.getByRole('heading', { level: 1, name: 'Toprak' })).toBeVisible()
  })

  test('a moderator merges it into another one; its address leads there, until the Undo', async ({
    signUp,
    plak,
  }) => {
    const { page, call } = await signUp('moderator')
    await plak.moderate()
    await call.logs.save.mutate({ artist: 'Kökler', album: 'Toprak', rating: 8, review: 'Earth' })
    await page.goto('/album/K%C3%B6kler/Toprak')
    await more(page, 'Merge into…')
    const dialog = page.getByRole('dialog', { name: 'Merge into…' })
    await dialog.getByRole('searchbox', { name: 'Search albums' }).fill('homogenic')
    await dialog.getByRole('button', { name: /Homogenic/ }).click()
    await expect(dialog.getByText('1 listen, 1 review')).toBeVisible()
    await field(page, 'Reason').fill('The same record')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Homogenic' })).toBeVisible()
    await expect(page.getByText('Earth')).toBeVisible()
    await page.goto('/album/K%C3%B6kler/Toprak')
    await expect(page).toHaveURL('/album/Bj%C3%B6rk/Homogenic')
    await page.goto('/moderation/audit')
    const line = page.getByRole('listitem').filter({ hasText: 'Albums merged' })
    await expect(line).toContainText('Toprak · Kökler → Homogenic · Björk')
    await line.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
    await page.goto('/album/K%C3%B6kler/Toprak')
    await expect(page.getByRole('heading', { level: 1, name: 'Toprak' })).toBeVisible()
  })

  test('a merge waits for the counts, and says what is wrong with another choice', async ({
    signUp,
    plak,
  }) => {
    const { page, call } = await signUp('moderator')
    await plak.moderate()
    await call.logs.save.mutate({ artist: 'Kökler', album: 'Toprak', rating: 8 })
    await page.goto('/album/K%C3%B6kler/Toprak')
    await more(page, 'Merge into…')
    const dialog = page.getByRole('dialog', { name: 'Merge into…' })
    const merge = dialog.getByRole('button', { name: 'Merge', exact: true })
    const alert = dialog.getByRole('alert').filter({ hasText: /./ })
    const search = dialog.getByRole('searchbox', { name: 'Search albums' })
    await page.route(callOf('catalog.search'), (route) => route.abort())
    await search.fill('toprak')
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible({
      timeout: 20_000,
    })
    await page.unroute(callOf('catalog.search'))
    await dialog.getByRole('button', { name: 'Try again' }).click()
    // The album itself.
    await dialog.getByRole('button', { name: /Toprak/ }).click()
    await expect(alert).toHaveText('Choose another album: this is the same one')
    await expect(merge).toBeDisabled()
    await dialog.getByRole('button', { name: 'Into Toprak' }).click()

    let answer = () => {}
    await page.route(callOf('moderation.mergePreview'), async (route) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await route.abort()
    })
    await search.fill('homogenic')
    await dialog.getByRole('button', { name: /Homogenic/ }).click()
    await expect(dialog.getByText('Loading')).toBeAttached()
    await expect(merge).toBeDisabled()
    await field(page, 'Reason').fill('The same record')
    await expect.poll(() => (answer(), alert.count()), { timeout: 20_000 }).toBe(1)
    await expect(merge).toBeDisabled()
    await page.unroute(callOf('moderation.mergePreview'))
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('1 listen', { exact: true })).toBeVisible()

    // Another moderator is faster.
    await page.route(callOf('moderation.merge'), async (route) => {
      await call.moderation.merge.mutate({
        from: { artist: 'Björk', album: 'Homogenic' },
        into: { artist: 'Portishead', album: 'Dummy' },
        reason: 'Faster',
      })
      await route.continue()
    })
    await merge.click()
    await expect(alert).toHaveText('This album was merged in the meantime')
    await expect(field(page, 'Reason')).toHaveValue('The same record')
    await expect(merge).toBeDisabled()
    await dialog.getByRole('button', { name: 'Into Homogenic' }).click()
    await expect(search).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })
})
