import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { albumPath, dialogOf, kidA, logAlbum, mine, onLine, open, test, waiting } from './offlineQueue.ts'
import { expect, journey } from './plak.ts'

// Changes that are made without a connection.
test.use(onLine)

const dummy = { artist: 'Portishead', album: 'Dummy' }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test(
  'a log that was made without a server survives a reload and is sent once',
  journey,
  async ({ signUp, line }) => {
    const person = await signUp('traveller')
    const { page } = person
    await open(page, line)
    line.state = 'cut'
    await page.reload()
    await expect(heading(page, 'Kid A')).toBeVisible()
    await logAlbum(page, { review: 'Written in a tunnel.' })
    await expect(waiting(page, 1)).toBeVisible()
    const listens = page.getByRole('list', { name: 'Your listens' })
    await expect(listens.getByText('Written in a tunnel.')).toBeVisible()
    await expect(listens.getByText('Waiting to be sent')).toBeVisible()
    await page.reload()
    await expect(listens.getByText('Waiting to be sent')).toBeVisible()
    await waiting(page, 1).click()
    const row = dialogOf(page).getByRole('listitem')
    await expect(row).toContainText('Log Kid A · Radiohead')
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')

    line.state = 'open'
    await expect(waiting(page, 1)).toHaveCount(0)
    await expect(listens.getByText('Waiting to be sent')).toHaveCount(0)
    expect(await mine(person)).toMatchObject({ listens: 1, log: { review: 'Written in a tunnel.' } })
  },
)

test('what waits stands on the shelves of one’s own profile', async ({ signUp, line }) => {
  const person = await signUp('collector')
  const { page } = person
  await open(page, line, `/profile/${person.nickname}`, page.getByRole('tab', { name: 'Diary' }))
  await open(page, line)
  line.state = 'cut'
  await logAlbum(page, { review: 'Written on a mountain.' })
  await expect(waiting(page, 1)).toBeVisible()
  const albums = page.getByRole('list', { name: 'Waiting to be sent' })
  for (const tab of ['Diary', 'Listened', 'Reviews']) {
    await page.goto(`${line.url}/profile/${person.nickname}`)
    await page.getByRole('tab', { name: tab }).click()
    await expect(albums.getByRole('listitem')).toContainText(['Kid A'])
  }
  await page.getByRole('tab', { name: 'Favorites' }).click()
  await expect(albums).toHaveCount(0)

  line.state = 'open'
  await expect(waiting(page, 1)).toHaveCount(0)
  expect(await mine(person)).toMatchObject({ listens: 1 })
})

test('a closed page sends at the next visit, to the same account after a rename', async ({
  signUp,
  line,
}) => {
  const person = await signUp('commuter')
  const { page, context, call } = person
  await open(page, line)
  await context.setOffline(true)
  await logAlbum(page, { review: 'On the way.' })
  await expect(waiting(page, 1)).toBeVisible()
  await page.close()
  await call.users.update.mutate({ nickname: 'renamed', avatar: '', bio: '', links: [] })
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${line.url}/albums`)
  await expect.poll(async () => (await mine(person)).log?.review).toBe('On the way.')
  expect(await mine(person)).toMatchObject({ listens: 1 })
})

test('a heart is shown on its card, and is nothing once it is taken back', async ({ signUp, line }) => {
  const person = await signUp('lover')
  const { page } = person
  const card = page.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
  await open(page, line, '/albums', card.getByRole('button', { name: 'Add to favorites' }))
  line.state = 'cut'
  await page.reload()
  await card.getByRole('button', { name: 'Add to favorites' }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByText('Waiting to be sent')).toBeVisible()
  await waiting(page, 1).click()
  await expect(dialogOf(page).getByRole('listitem')).toContainText('Favorite Kid A · Radiohead')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Remove from favorites' }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(waiting(page, 1)).toHaveCount(0)
  await card.getByRole('button', { name: 'Add to favorites' }).focus()
  await page.keyboard.press('Enter')
  await expect(waiting(page, 1)).toBeVisible()
  line.state = 'open'
  await expect.poll(async () => (await mine(person)).favorite).toBe(true)
  await expect(waiting(page, 1)).toHaveCount(0)
})

test('a comment and a row of a list wait where they will stand', async ({ signUp, line }) => {
  const person = await signUp('curator')
  const { page, call } = person
  const submission = crypto.randomUUID()
  const { id } = await call.lists.create.mutate({ name: 'Rainy days', albums: [dummy], submission })
  await open(page, line)
  await page.getByRole('button', { name: 'Add to list' }).click()
  const row = page.getByRole('dialog').getByRole('button', { name: 'Rainy days' })
  await expect(row).toBeVisible()
  line.state = 'cut'
  await row.click()
  await expect(row).toContainText('Waiting to be sent')
  await page.keyboard.press('Escape')
  line.state = 'open'
  await expect.poll(async () => (await call.lists.get.query({ id })).albumCount).toBe(2)
  await expect(waiting(page, 1)).toHaveCount(0)

  const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
  await open(page, line, `/list/${id}`, comment)
  line.state = 'cut'
  await comment.fill('Lovely.')
  await page.getByRole('button', { name: 'Send' }).click()
  const comments = page.getByRole('list', { name: 'Comments' })
  await expect(comments.getByRole('listitem')).toContainText('Waiting to be sent')
  await waiting(page, 1).click()
  await expect(dialogOf(page).getByRole('listitem')).toContainText('Comment on Rainy days')
  await page.keyboard.press('Escape')
  line.state = 'open'
  await expect(comments.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(comments.getByRole('listitem')).toHaveCount(1)
  expect((await call.comments.list.query({ thread: { list: id } })).items).toHaveLength(1)
})

test('an edited review shows its new text while it waits', async ({ signUp, line }) => {
  const person = await signUp('reviser')
  const { page, call } = person
  await call.logs.save.mutate({ ...kidA, review: 'First thoughts.' })
  await open(page, line)
  await expect(page.getByRole('list', { name: 'Your listens' })).toBeVisible()
  line.state = 'cut'
  await logAlbum(page, { review: 'Second thoughts.' })
  const review = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
  await expect(review).toContainText('Second thoughts.')
  await expect(review).toContainText('Waiting to be sent')
  await expect(page.getByText('First thoughts.')).toHaveCount(0)
  await expect(page.getByText('Second thoughts.')).toHaveCount(1)
  line.state = 'open'
  await expect(waiting(page, 1)).toHaveCount(0)
  await expect(review).not.toContainText('Waiting to be sent')
  await expect(review).toContainText('Second thoughts.')
})

test('a conflict waits for a decision, and a refusal says why', async ({ signUp, line }) => {
  const person = await signUp('editor')
  const { page, call } = person
  await call.logs.save.mutate({ ...kidA, review: 'First.' })
  await open(page, line)
  await expect(page.getByRole('list', { name: 'Your listens' })).toBeVisible()
  line.state = 'cut'
  await logAlbum(page, { review: 'Mine.' })
  await expect(waiting(page, 1)).toBeVisible()
  await call.logs.save.mutate({ ...kidA, review: 'Elsewhere.' })
  line.state = 'open'
  await waiting(page, 1).click()
  const rows = dialogOf(page).getByRole('listitem')
  await expect(rows).toContainText('Changed elsewhere')
  await rows.getByRole('button', { name: 'Decide' }).click()
  const form = page.getByRole('dialog', { name: 'Log album' })
  await expect(form.getByText('This log has been changed elsewhere since you opened it.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Review' })).toHaveValue('Mine.')
  await form.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(form).toHaveCount(0)
  await expect(waiting(page, 1)).toHaveCount(0)
  expect((await mine(person)).log?.review).toBe('Mine.')

  line.state = 'cut'
  await logAlbum(page, { review: 'Too late.' })
  await expect(waiting(page, 1)).toBeVisible()
  await call.logs.remove.mutate({ id: (await mine(person)).log!.id })
  line.state = 'open'
  await waiting(page, 1).click()
  await expect(rows).toContainText('Could not be sent')
  await rows.getByRole('button', { name: 'Remove' }).click()
  await expect(dialogOf(page).getByText('Nothing is waiting to be sent')).toBeVisible()
})

test('logging out with something waiting asks first, and leaves nothing', async ({ signUp, line }) => {
  const person = await signUp('leaver')
  const { page, context } = person
  await open(page, line)
  await context.setOffline(true)
  await logAlbum(page, { review: 'Never sent.' })
  await expect(waiting(page, 1)).toBeVisible()
  // The server answers again, except to what waits.
  await page.route('**/trpc/logs.save', (route) => route.abort())
  await context.setOffline(false)
  const logOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await logOut()
  const asked = page.getByRole('dialog', { name: 'Log out?' })
  await expect(asked).toContainText('1 thing is waiting to be sent and will be lost.')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toHaveCount(0)
  await logOut()
  await asked.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const left = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('plak-waiting')
        opening.onsuccess = () => {
          const request = opening.result.transaction('things').objectStore('things').get('things')
          request.onsuccess = () => resolve(JSON.stringify([request.result, Object.entries(localStorage)]))
        }
      }),
  )
  expect(left).not.toContain('Never sent.')
  expect(left).not.toMatch(/plak-waiting|plak-account/)
})

test('what waits after a session has ended is for its account alone', async ({ signUp, line }) => {
  const person = await signUp('revoked')
  const other = await signUp('neighbour')
  const { page, context, call } = person
  await open(page, line)
  line.state = 'cut'
  await logAlbum(page, { review: 'Later.' })
  await expect(waiting(page, 1)).toBeVisible()
  await call.auth.logout.mutate()
  line.state = 'open'
  await expect(page.getByRole('link', { name: 'Log in to send what waits' })).toBeVisible()
  await expect(page.getByText('Later.')).toHaveCount(0)

  await context.clearCookies()
  await context.addCookies(await other.context.cookies())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in to send what waits' })).toHaveCount(0)
  await expect(waiting(page, 1)).toHaveCount(0)
  expect(await mine(other)).toMatchObject({ listens: 0 })

  await context.clearCookies()
  const password = { identifier: 'revoked', password: 'revoked has a record player' }
  await page.goto(`${line.url}/login`)
  await page.getByLabel('Email or Username').fill(password.identifier)
  await page.getByLabel('Password', { exact: true }).fill(password.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await page.goto(line.url + albumPath)
  await expect(page.getByText('Later.').first()).toBeVisible()
})

test('without storage the form says so, and keeps what was typed', async ({ signUp, line }) => {
  const { page } = await signUp('private')
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await page.goto(line.url + albumPath)
  await expect(heading(page, 'Kid A')).toBeVisible()
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Log album' })
  await dialog.getByRole('textbox', { name: 'Review' }).fill('Still here.')
  line.state = 'cut'
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No connection').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Review' })).toHaveValue('Still here.')
})

test('two tabs send one thing once', async ({ signUp, line }) => {
  const person = await signUp('twofold')
  const { page, context } = person
  await open(page, line)
  const other = await context.newPage()
  await open(other, line)
  line.state = 'cut'
  await logAlbum(page, { review: 'Once.' })
  await expect(waiting(other, 1)).toBeVisible()
  const requests: string[] = []
  context.on('request', (request) => void requests.push(request.url()))
  line.state = 'open'
  await expect(waiting(page, 1)).toHaveCount(0)
  await expect(waiting(other, 1)).toHaveCount(0)
  expect(requests.filter((url) => url.endsWith('/trpc/logs.save'))).toHaveLength(1)
  expect(await mine(person)).toMatchObject({ listens: 1, log: { review: 'Once.' } })
})

test('without an open page the service worker sends', async ({ signUp, line }) => {
  const person = await signUp('sleeper')
  const { page, context } = person
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await open(page, line)
  line.state = 'cut'
  await logAlbum(page, { review: 'While asleep.' })
  await expect(waiting(page, 1)).toBeVisible()
  await page.goto('about:blank', { waitUntil: 'load' })
  line.state = 'open'
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: line.url,
    registrationId: await registration,
    tag: 'plak-waiting',
    lastChance: false,
  })
  await expect.poll(async () => (await mine(person)).log?.review).toBe('While asleep.')
  await page.goto(line.url + albumPath)
  await expect(page.getByText('While asleep.').first()).toBeVisible()
  await expect(waiting(page, 1)).toHaveCount(0)
  expect(await mine(person)).toMatchObject({ listens: 1 })
})
