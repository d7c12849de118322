import type { Page } from '@playwright/test'
import type { Line } from './line.ts'
import { albumPath, dialogOf, kidA, logAlbum, mine, onLine, open, test, waiting } from './offlineQueue.ts'
import { expect, type Someone } from './plak.ts'

// The owner of what waits, and the decisions about savings that were changed elsewhere.
test.use(onLine)

const rowsOf = (page: Page) => dialogOf(page).getByRole('listitem')
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Log album' })
const reviewIn = (page: Page) => formOf(page).getByRole('textbox', { name: 'Review' })
const changed = 'This log has been changed elsewhere since you opened it.'

/** Writes these reviews of one log without a connection, while it is changed elsewhere. */
async function makeConflicts({ page, call }: Someone, line: Line, reviews: string[]) {
  await call.logs.save.mutate({ ...kidA, review: 'First.' })
  await open(page, line)
  await expect(page.getByRole('list', { name: 'Your listens' })).toBeVisible()
  line.state = 'cut'
  for (const review of reviews) await logAlbum(page, { review })
  await expect(waiting(page, reviews.length)).toBeVisible()
  await call.logs.save.mutate({ ...kidA, review: 'Elsewhere.' })
  line.state = 'open'
  await waiting(page, reviews.length).click()
  await expect(dialogOf(page).getByText('Changed elsewhere')).toHaveCount(reviews.length)
}

const decide = (page: Page, index = 0) =>
  rowsOf(page).nth(index).getByRole('button', { name: 'Decide' }).click()

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(reviewIn(page)).toBeVisible()
}

test('a nickname that somebody else has taken shows, keeps and sends nothing of its last owner', async ({
  signUp,
  line,
}) => {
  const person = await signUp('ada')
  const other = await signUp('bob')
  const { page, context, call } = person
  await open(page, line)
  line.state = 'cut'
  await logAlbum(page, { review: 'Of the first Ada.' })
  await expect(waiting(page, 1)).toBeVisible()
  await page.goto('about:blank')
  await call.users.update.mutate({ nickname: 'lovelace', avatar: '', bio: '', links: [] })
  const session = await context.cookies()
  await context.clearCookies()
  await other.call.users.update.mutate({ nickname: 'ada', avatar: '', bio: '', links: [] })
  await context.addCookies(await other.context.cookies())

  line.state = 'open'
  const accountBefore = await context.storageState()
  await page.goto(line.url + albumPath)
  await expect
    .poll(async () => (await page.evaluate(() => localStorage.getItem('plak-account'))) ?? '')
    .not.toBe('')
  const { account } = await other.call.auth.account.query()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plak-account'))).toContain(account)
  expect(JSON.stringify(accountBefore)).not.toContain(account)
  await logAlbum(page, { review: 'Of the second Ada.' })
  await expect.poll(async () => (await mine(other)).log?.review).toBe('Of the second Ada.')
  await expect(page.getByText('Of the first Ada.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Waiting to be sent/ })).toHaveCount(0)

  await context.clearCookies()
  await context.addCookies(session)
  await page.goto(line.url + albumPath)
  await expect.poll(async () => (await mine(person)).log?.review).toBe('Of the first Ada.')
})

test('an ordinary saving of the same log decides nothing', async ({ signUp, line }) => {
  const person = await signUp('undecided')
  const { page } = person
  await makeConflicts(person, line, ['Mine.'])
  await page.keyboard.press('Escape')
  await page.reload()
  await logAlbum(page, { review: 'An ordinary edit.' })
  await expect.poll(async () => (await mine(person)).log?.review).toBe('An ordinary edit.')
  await expect(waiting(page, 1)).toBeVisible()
  await waiting(page, 1).click()
  await decide(page)
  await expect(formOf(page).getByText(changed)).toBeVisible()
  await expect(reviewIn(page)).toHaveValue('Mine.')
  await formOf(page).getByRole('button', { name: 'Load the newer version' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(reviewIn(page)).toHaveValue('An ordinary edit.')
  await page.keyboard.press('Escape')
  await expect(waiting(page, 1)).toHaveCount(0)
})

test('two savings of one log are decided one by one', async ({ signUp, line }) => {
  const person = await signUp('twice')
  const { page } = person
  await makeConflicts(person, line, ['One.', 'Two.'])
  await decide(page, 0)
  await expect(reviewIn(page)).toHaveValue('One.')
  await page.keyboard.press('Escape')
  await waiting(page, 2).click()
  await decide(page, 1)
  await expect(reviewIn(page)).toHaveValue('Two.')
  await formOf(page).getByRole('button', { name: 'Save mine instead' }).click()
  await expect(formOf(page)).toHaveCount(0)
  expect((await mine(person)).log?.review).toBe('Two.')
  await waiting(page, 1).click()
  await decide(page)
  await expect(formOf(page).getByText(changed)).toBeVisible()
  await expect(reviewIn(page)).toHaveValue('One.')
})

test('deciding asks before it replaces what was typed into the form', async ({ signUp, line }) => {
  const person = await signUp('drafter')
  const { page } = person
  await makeConflicts(person, line, ['Mine.'])
  await page.keyboard.press('Escape')
  await openForm(page)
  await reviewIn(page).fill('Not saved yet.')
  await page.keyboard.press('Escape')
  await waiting(page, 1).click()
  await decide(page)
  const asked = page.getByRole('dialog', { name: 'Replace the draft?' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await openForm(page)
  await expect(reviewIn(page)).toHaveValue('Not saved yet.')
  await page.keyboard.press('Escape')
  await waiting(page, 1).click()
  await decide(page)
  await asked.getByRole('button', { name: 'Replace' }).click()
  await expect(formOf(page).getByText(changed)).toBeVisible()
  await expect(reviewIn(page)).toHaveValue('Mine.')
})

test('a logout asks although the page has not read the queue yet', async ({ signUp, line }) => {
  const person = await signUp('hasty')
  const { page } = person
  await makeConflicts(person, line, ['Mine.'])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.context().route(/assets\/WaitingButton/, async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) if (url.includes('WaitingButton')) await cache.delete(url)
    }
  })
  await page.reload()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  release()
  await page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => JSON.stringify(Object.keys(localStorage)))).not.toMatch(
    /plak-waiting|plak-account/,
  )
})

test('a sending that fails is tried again', async ({ signUp, line }) => {
  const person = await signUp('stumbler')
  const { page } = person
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks)
    let isFirst = true
    navigator.locks.request = ((...args: Parameters<typeof request>) => {
      if (args[0] !== 'plak-waiting' || !isFirst) return request(...args)
      isFirst = false
      return Promise.reject(new Error('No lock'))
    }) as typeof request
  })
  await open(page, line)
  line.state = 'cut'
  await logAlbum(page, { review: 'In the end.' })
  await expect(waiting(page, 1)).toBeVisible()
  line.state = 'open'
  await expect.poll(async () => (await mine(person)).log?.review).toBe('In the end.')
  await expect(waiting(page, 1)).toHaveCount(0)
})

test('a heart that is taken back is nothing, although it may have arrived', async ({ signUp, line }) => {
  const person = await signUp('wavering')
  const { page } = person
  const card = page.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
  await open(page, line, '/albums', card.getByRole('button', { name: 'Add to favorites' }))
  line.state = 'cut'
  await card.getByRole('button', { name: 'Add to favorites' }).focus()
  await page.keyboard.press('Enter')
  await expect(waiting(page, 1)).toBeVisible()
  await card.getByRole('button', { name: 'Remove from favorites' }).focus()
  await page.keyboard.press('Enter')
  await expect(waiting(page, 1)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Waiting to be sent/ })).toHaveCount(0)
  await expect(card.getByText('Waiting to be sent')).toHaveCount(0)
  const sent = page.waitForResponse(async (response) => {
    const input = response.request().postData() ?? ''
    return response.url().endsWith('/trpc/favorites.set') && input.includes('"favorite":false')
  })
  line.state = 'open'
  await sent
  expect(await mine(person)).toMatchObject({ favorite: false })
})
