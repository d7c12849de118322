import type { Page } from '@playwright/test'
import { dummy, kidA, makeList } from './lists.ts'
import { callOf, expect, journey, test } from './plak.ts'

const part = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 3, exact: true })

test(
  'the home page begins with what is for the viewer, without a request and without moving',
  journey,
  async ({ signUp, plak }) => {
    const ayse = await signUp('ayse')
    const deniz = await signUp('deniz')
    await makeList(deniz, { name: 'Night bus' })
    for (const album of [dummy, kidA]) await deniz.call.logs.save.mutate({ ...album, rating: 9 })
    await ayse.call.follows.set.mutate({ nickname: 'deniz', following: true })
    await ayse.call.listenLater.set.mutate({ artist: 'Björk', album: 'Homogenic', wanted: true })
    await ayse.call.users.welcome.mutate()
    const { page } = ayse
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.addInitScript(() => {
      const shifts: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
      Object.assign(window, { shifts })
    })
    const own = [
      'activity.newest',
      'plays.prompts',
      'listenLater.first',
      'suggestions.people',
      'suggestions.albums',
    ]
    await plak.wait()
    // First data count as fresh only briefly, which a busy machine exceeds.
    await page.clock.setFixedTime(new Date())
    asked.length = 0
    await page.goto('/')
    await expect(part(page, 'Listen later')).toBeVisible()
    expect(own.filter((query) => asked.some((url) => callOf(query).test(url)))).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record Your Musical Journey')
    await expect(page.getByRole('heading', { name: 'For you', level: 2 })).toBeVisible()
    await expect(heading(page, 'New from people you follow')).toBeVisible()
    await expect(part(page, 'New from people you follow').getByRole('listitem')).toHaveCount(2)
    await expect(part(page, 'Listen later').getByRole('link', { name: 'Homogenic' })).toBeVisible()
    await expect(heading(page, 'People you may like')).toHaveCount(0)
    await expect(heading(page, 'Albums you may like')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Get started' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Discover Music Lists' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Trending Albums' })).toBeVisible()
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
    await page.getByRole('link', { name: 'View All' }).first().click()
    await expect(page).toHaveURL('/activity')
  },
)

test('people and albums that the viewer may like stand there with their reasons', async ({
  signUp,
  plak,
}) => {
  const ayse = await signUp('ayse')
  const [deniz, fan] = [await signUp('deniz'), await signUp('fan')]
  const homogenic = { artist: 'Björk', album: 'Homogenic' }
  await ayse.call.favorites.pick.mutate({ albums: [dummy, kidA] })
  for (const { call } of [deniz, fan]) await call.favorites.pick.mutate({ albums: [dummy, kidA, homogenic] })
  await plak.suggest()
  const { page } = ayse
  await page.goto('/')
  await expect(heading(page, 'People you may like')).toBeVisible()
  const person = part(page, 'People you may like').getByRole('listitem').first()
  await expect(person).toContainText(/Also loves (Dummy and Kid A|Kid A and Dummy)/)
  const album = part(page, 'Albums you may like').getByRole('listitem')
  await expect(album).toContainText(/Homogenic.*Because you love (Dummy|Kid A)/)
  await person.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(person.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await expect(page.getByText('Followed', { exact: true })).toBeVisible()
  await page.reload()
  await expect(part(page, 'People you may like').getByRole('listitem')).toHaveCount(1)
  await ayse.call.visibility.setSuggestions.mutate({ personalSuggestions: false })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'For you' })).toBeVisible()
  await expect(heading(page, 'People you may like')).toHaveCount(0)
  await expect(heading(page, 'Albums you may like')).toHaveCount(0)
})

test('suggested people follow what the viewer does in another tab, and stay when it was done here', async ({
  signUp,
  plak,
}) => {
  const ayse = await signUp('ayse')
  const names = ['deniz', 'fan', 'maya', 'noor']
  const others = await Promise.all(names.map((name) => signUp(name)))
  for (const { call } of [ayse, ...others]) await call.favorites.pick.mutate({ albums: [dummy, kidA] })
  await plak.suggest()
  const { page, call } = ayse
  for (const { address, list } of [
    { address: '/', list: 'People you may like' },
    { address: '/welcome/people', list: 'Follow people' },
  ]) {
    await page.goto(address)
    const people = part(page, list).getByRole('listitem')
    const row = (name: string) => people.filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(people).toHaveCount(4)
    await row('deniz').getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(row('deniz').getByRole('button', { name: 'Unfollow' })).toBeVisible()
    await call.follows.set.mutate({ nickname: 'fan', following: true })
    await expect(row('fan')).toHaveCount(0)
    await call.people.block.mutate({ nickname: 'maya' })
    await expect(row('maya')).toHaveCount(0)
    // Done here, so that it can be undone here.
    await expect(row('deniz').getByRole('button', { name: 'Unfollow' })).toBeVisible()
    await call.follows.set.mutate({ nickname: 'deniz', following: false })
    await expect(row('deniz').getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    await call.people.unblock.mutate({ nickname: 'maya' })
    await call.follows.set.mutate({ nickname: 'fan', following: false })
    await expect(people).toHaveCount(4)
  }
})
