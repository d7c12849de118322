import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'

test('a person’s page shows who they are and what they have heard', journey, async ({ page, signUp }) => {
  const person = await signUp('listener')
  await person.call.logs.save.mutate({
    artist: 'Björk',
    album: 'Homogenic',
    rating: 9,
    review: 'Strings.',
    favorite: true,
  })
  await person.call.logs.save.mutate({ artist: 'Portishead', album: 'Dummy' })
  await page.goto('/profile/Listener')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
  await expect(page.getByRole('heading', { name: 'listener' })).toBeVisible()
  await expect(page.getByText('User has no information yet')).toBeVisible()
  await expect(page.getByRole('button', { name: '0 Followers' })).toBeVisible()
  await expect(page.getByRole('button', { name: '0 Following' })).toBeVisible()
  for (const [name, count] of [
    ['Favorites', '1'],
    ['Listened', '2'],
    ['Reviews', '1'],
    ['Diary', '2'],
  ] as const) {
    await expect(page.getByRole('tab', { name })).toHaveText(`${name}${count}`)
  }
  await expect(page.getByRole('button', { name: /^(un)?follow$/i })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(page.getByText('Danger Zone')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Favorite Albums' })).toHaveCount(0)
})

test('links lead out in a new tab and vouch for nobody', async ({ page, signUp }) => {
  const { call } = await signUp('linker')
  await call.users.update.mutate({
    nickname: 'linker',
    avatar: '',
    bio: 'Two lines\nof it',
    links: [
      { type: 'letterboxd', url: 'https://letterboxd.com/linker' },
      { type: 'twitter', url: 'https://x.com/linker' },
      { type: 'instagram', url: 'https://instagram.com/linker' },
      { type: 'custom', url: 'https://www.linker.example/notes/' },
    ],
  })
  await page.goto('/profile/linker')
  const links = page.getByRole('list', { name: 'Links' }).getByRole('link')
  await expect(links).toHaveCount(4)
  for (const name of ['Twitter', 'Letterboxd', 'Instagram', 'linker.example/notes']) {
    const link = page.getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  }
  await expect(page.getByRole('link', { name: 'Twitter' })).toHaveAttribute('href', 'https://x.com/linker')
})

test('an address without a nickname is one’s own, or asks to log in', async ({ page, signUp }) => {
  const { page: own } = await signUp('owner')
  for (const address of ['/profile/', '/profile/%20']) {
    await own.goto(address)
    await expect(own).toHaveURL('/profile/owner')
    await page.goto(address)
    await expect(page).toHaveURL('/login')
  }
})

test('the own page is called so, and nobody follows themselves', async ({ signUp }) => {
  const { page } = await signUp('owner')
  await page.goto('/profile')
  await expect(page).toHaveURL('/profile/owner')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  await expect(page.getByText('No information yet', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(un)?follow$/i })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Album' })).toHaveCount(4)
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/profile/edit')
})

test('a visitor who asks for their own page logs in first and lands on it', async ({ page, signUp }) => {
  await signUp('owner')
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email or Username').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill('owner has a record player')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/profile/owner')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
})

test.describe('following', () => {
  test('is shown at once, counted exactly and undone again', journey, async ({ signUp }) => {
    const [{ page }, famous, fan] = await Promise.all([signUp('viewer'), signUp('famous'), signUp('fan')])
    await fan.call.follows.set.mutate({ nickname: 'famous', following: true })
    await page.goto('/profile/famous')
    await expect(page.getByText('1 Followers')).toBeVisible()
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Followed$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    await expect(page.getByText('2 Followers')).toBeVisible()
    await page.reload()
    await expect(page.getByText('2 Followers')).toBeVisible()
    await page.getByRole('button', { name: 'Unfollow' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Unfollowed$/ })).toBeVisible()
    await expect(page.getByText('1 Followers')).toBeVisible()
    expect((await famous.call.users.profile.query({ nickname: 'famous' })).followers).toBe(1)
  })

  test('twice in a double click is one change', async ({ signUp }) => {
    const [{ page, call }] = await Promise.all([signUp('viewer'), signUp('famous')])
    await page.goto('/profile/famous')
    await page.getByRole('button', { name: 'Follow', exact: true }).dblclick()
    await expect(page.getByRole('status').filter({ hasText: /^Followed$/ })).toBeVisible()
    await expect(page.getByText('1 Followers')).toBeVisible()
    expect((await call.users.profile.query({ nickname: 'famous' })).relation).toBe('following')
  })

  test('and a quick change of mind ends with the last choice', async ({ signUp }) => {
    const [{ page, call }] = await Promise.all([signUp('viewer'), signUp('famous')])
    await page.goto('/profile/famous')
    let held: (() => void) | undefined
    await page.route(callOf('follows.set'), async (route) => {
      if (held === undefined) await new Promise<void>((resolve) => (held = resolve))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Unfollow' }).press('Enter')
    await expect(page.getByText('0 Followers')).toBeVisible()
    await expect.poll(() => held !== undefined).toBe(true)
    held!()
    await expect(page.getByRole('status').filter({ hasText: /^Unfollowed$/ })).toBeVisible()
    await expect(page.getByText('0 Followers')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    expect((await call.users.profile.query({ nickname: 'famous' })).relation).toBe('none')
  })

  test.describe('when the server refuses', () => {
    test.use({ expectedErrors: [failedRequest] })
    test('is taken back', async ({ signUp }) => {
      const [{ page }] = await Promise.all([signUp('viewer'), signUp('famous')])
      await page.goto('/profile/famous')
      await page.route(callOf('follows.set'), (route) => route.abort())
      await page.getByRole('button', { name: 'Follow', exact: true }).click()
      await expect(page.getByText(/cannot be reached/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
      await expect(page.getByText('0 Followers')).toBeVisible()
    })
  })
})

test.describe('what cannot be shown', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('shows that the person does not exist', async ({ page }) => {
    await page.goto('/profile/nobody_at_all')
    await expect(page.getByRole('alert')).toHaveText('User not found')
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('shows a failure, and tries again', async ({ page, signUp }) => {
    await signUp('listener')
    await withoutFirstData(page)
    await page.route(callOf('users.profile'), (route) => route.abort())
    await page.goto('/profile/listener')
    await expect(page.getByRole('alert')).toHaveText('Error fetching profile')
    await page.unroute(callOf('users.profile'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'listener' })).toBeVisible()
  })
})

test('a bio of line breaks is folded, and the albums on top can be marked', async ({ page, signUp }) => {
  const [{ call }, { page: visitor }] = await Promise.all([signUp('tall'), signUp('passer_by')])
  await call.users.update.mutate({
    nickname: 'tall',
    avatar: '',
    bio: `Top${'\n'.repeat(490)}Bottom`,
    links: [],
  })
  await call.favorites.setTop.mutate({ albums: [{ artist: 'Björk', album: 'Homogenic' }] })
  await page.goto('/profile/tall')
  const albums = page.getByRole('heading', { name: 'Favorite Albums' })
  expect((await albums.boundingBox())!.y).toBeLessThan(900)
  await page.getByRole('button', { name: 'Show more' }).click()
  expect((await albums.boundingBox())!.y).toBeGreaterThan(5_000)
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toHaveCount(0)

  await visitor.goto('/profile/tall')
  const top = visitor.getByRole('list', { name: 'Favorite Albums' })
  await top.getByRole('listitem').hover()
  await top.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(top.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await expect(top.getByRole('button', { name: 'Add to listened' })).toBeVisible()
})
