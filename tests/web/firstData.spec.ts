import { expect, test } from './plak.ts'

const albums = [{ artist: 'Björk', album: 'Homogenic' }]

test('a change after the page was rendered with its data is seen', async ({ signUp, openBrowser }) => {
  const deniz = await signUp('deniz')
  const { id } = await deniz.call.lists.create.mutate({
    name: 'Cold Nights',
    description: '',
    albums,
    submission: crypto.randomUUID(),
  })
  const page = await openBrowser()
  await page.goto(`/list/${id}`)
  await expect(page).toHaveTitle('Cold Nights · Plak')
  await expect(page.getByRole('link', { name: /Homogenic/ }).first()).toBeVisible()
  await deniz.call.lists.like.mutate({ id, liked: true })
  await expect(page.getByRole('button', { name: /Like/ })).toContainText('1')
})

test('what is done before the scripts are there is done when they are', async ({ signUp, plak }) => {
  const deniz = await signUp('deniz')
  await deniz.call.catalog.album.query(albums[0]!)
  const { page } = deniz
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/core-*.js', async (route) => {
    await held
    await route.continue()
  })
  await plak.wait()
  await page.goto(`${plak.url}/album/Björk/Homogenic`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Homogenic', level: 1 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Search' }).fill('bjö')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  letGo()
  await expect(page.getByRole('dialog', { name: 'Log album' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('bjö')
})

test('no page asks for what it brought along', async ({ signUp, plak }) => {
  await plak.wait()
  const { page, call } = await signUp('deniz')
  await call.logs.save.mutate({
    ...albums[0]!,
    rating: 8,
    review: 'Glass.',
    date: '2026-11-01',
    favorite: true,
  })
  await call.catalog.popular.query({ page: 1 })
  await call.catalog.artist.query({ artist: 'Björk' })
  const { id } = await call.lists.create.mutate({
    name: 'Cold Nights',
    description: '',
    albums,
    submission: crypto.randomUUID(),
  })
  let asked: string[] = []
  page.on('request', (request) => {
    const [, procedures] = /\/trpc\/([^?]+)/.exec(request.url()) ?? []
    asked.push(...(procedures?.split(',') ?? []))
  })
  const broughtInAll = new Set<string>()
  for (const path of [
    '/',
    '/albums',
    '/lists',
    `/list/${id}`,
    '/artist/Björk',
    '/album/Björk/Homogenic',
    '/profile/deniz',
    '/profile/deniz?tab=diary',
    '/activity',
  ]) {
    asked = []
    // First data count as fresh only briefly, which a busy machine exceeds.
    await page.clock.setFixedTime(new Date())
    const html = await (await page.goto(path))!.text()
    await page.waitForLoadState('networkidle')
    const brought = [...html.matchAll(/"queryKey":\[\["(\w+)","(\w+)"\]/g)].map(
      ([, noun, query]) => `${noun}.${query}`,
    )
    brought.forEach((name) => broughtInAll.add(name))
    expect([path, asked.filter((name) => brought.includes(name))]).toEqual([path, []])
  }
  expect(broughtInAll.size).toBeGreaterThan(6)
})

test.describe('a session that ends in another tab', () => {
  // Until the event arrives, a request of this tab can fail because the session has ended.
  test.use({ expectedErrors: [/status of 401/] })

  test('the next person after a logout sees what they may see', async ({ signUp, baseURL }) => {
    const deniz = await signUp('deniz')
    const june = await signUp('june')
    await deniz.call.follows.set.mutate({ nickname: 'june', following: true })
    await june.call.logs.save.mutate({ ...albums[0]!, rating: 8 })
    await expect
      .poll(async () => {
        const cookie = (await deniz.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
        return (await fetch(`${baseURL}/activity`, { headers: { cookie } })).text()
      })
      .toContain('"activity","feed"')

    const { page } = deniz
    await page.goto('/activity')
    await expect(page.getByText('Homogenic')).toBeVisible()
    const other = await deniz.context.newPage()
    await other.goto('/')
    await other.getByRole('button', { name: 'Account menu' }).click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByText('Homogenic')).toBeHidden()
    await page.goto('/albums')
    await page.goBack()
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('Homogenic')).toBeHidden()
  })
})
