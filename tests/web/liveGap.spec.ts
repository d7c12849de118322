import type { Page } from '@playwright/test'
import { expect, test } from './plak.ts'

// Changes between the first read of a page's data and the start of its subscription.

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const album = '/album/Radiohead/Kid%20A'
const later = (page: Page) => page.getByRole('button', { name: 'Listen later', exact: true })

/** Delays what a page sends over its WebSocket until the returned function is called. */
async function delaySocket(page: Page): Promise<() => void> {
  let goOn = () => {}
  const delay = new Promise<void>((resolve) => (goOn = resolve))
  await page.routeWebSocket('**/trpc', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => void delay.then(() => server.send(message)))
  })
  return goOn
}

test('a report is shown that was sent before the moderator’s page was live', async ({ signUp, plak }) => {
  const [author, reader, moderator] = [
    await signUp('author'),
    await signUp('reader'),
    await signUp('moderator'),
  ]
  await plak.moderate()
  const { page } = moderator
  const goOn = await delaySocket(page)
  await page.goto('/moderation')
  await expect(page.getByText('No reports', { exact: true })).toBeVisible()
  await reader.call.moderation.report.mutate({ thing: { account: author.nickname }, reason: 'spam' })
  goOn()
  await expect(page.getByRole('list', { name: 'Reports' }).getByRole('listitem')).toHaveCount(1)
})

test('a follow request is shown that was sent before the page was live', async ({ signUp }) => {
  const [idol, fan] = [await signUp('idol'), await signUp('fan')]
  await idol.call.visibility.setPrivate.mutate({ isPrivate: true })
  const { page } = idol
  const goOn = await delaySocket(page)
  await page.goto('/requests')
  await expect(page.getByText('No follow requests', { exact: true })).toBeVisible()
  await fan.call.follows.set.mutate({ nickname: 'idol', following: true })
  goOn()
  await expect(page.getByRole('list', { name: 'Follow requests' }).getByRole('listitem')).toHaveCount(1)
})

test('Listen later is pressed that was set elsewhere before the page was live, or while another page was open', async ({
  signUp,
}) => {
  const { page, call } = await signUp('keeper')
  const goOn = await delaySocket(page)
  await page.goto(album)
  await expect(later(page)).toHaveAttribute('aria-pressed', 'false')
  await call.listenLater.set.mutate({ ...kidA, wanted: true })
  goOn()
  await expect(later(page)).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: 'Lists', exact: true }).first().click()
  await expect(page).toHaveURL('/lists')
  await call.listenLater.set.mutate({ ...kidA, wanted: false })
  await page.goBack()
  await expect(later(page)).toHaveAttribute('aria-pressed', 'false')
})

test('an own listening is shown that was saved elsewhere before the page was live', async ({ signUp }) => {
  const { page, call } = await signUp('keeper')
  const goOn = await delaySocket(page)
  await page.goto(album)
  await expect(later(page)).toHaveAttribute('aria-pressed', 'false')
  await call.logs.save.mutate({ ...kidA, rating: 8, date: '2026-11-05' })
  goOn()
  await expect(page.getByText(/^Logged /)).toBeVisible()
})
