import { expect, test } from './plak.ts'
import { agree, block, connect, figure, said, saw, syncedText, syncFailedText, tab } from './spotify.ts'

/** A browser waits for up to 15 s before it reconnects, and for 10 s on an attempt that is not answered. */
const comesBack = 60_000

/** The browser's messages for a server that refuses, or is unreachable for a moment. */
const refused = /Failed to load resource|WebSocket connection to/

test('a sync shows where it stands, in two tabs and after a reload, and what it brought', async ({
  signUp,
  plak,
}) => {
  const person = await signUp('listener')
  const { page, context, call } = person
  // A hundred pages, which are slow until everything was seen.
  await plak.spotify({ route: 'albums', slow: 1_500 })
  await page.goto('/profile')
  await agree(page, 'Ruth')
  const progress = (one = page) => one.getByRole('progressbar', { name: 'Sync with Spotify' })
  await expect(block(page).getByText(/^Saved albums: page \d+ of 100/)).toBeVisible()
  const second = await context.newPage()
  await Promise.all([second.goto('/profile/listener?tab=listened'), page.reload()])
  for (const one of [page, second]) {
    await expect(progress(one)).toHaveAttribute('aria-valuetext', /^Saved albums: page \d+ of 100$/)
    await expect(one.getByRole('button', { name: 'Sync' })).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(call.spotify.sync.mutate()).rejects.toThrow('Your Spotify data is already being synced')
  // The import of 5,000 albums is slow on a busy machine.
  const told = Promise.all([page, second].map((one) => saw(one, syncedText, 90_000)))
  await fetch(`${plak.demo}/__control/spotify`, { method: 'DELETE' })
  await told
  for (const one of [page, second]) {
    await expect(progress(one)).toHaveCount(0)
    await expect(figure(one, 'Saved albums')).toHaveText('5,000')
    await expect(tab(one, 'Listened')).toHaveText('Listened5,000')
  }
  await expect(second.getByRole('list', { name: 'Listened' }).getByRole('link').first()).toBeVisible()
})

test('a change over there comes with the next sync; refreshing reads the figures alone', async ({
  signUp,
  plak,
}) => {
  const person = await signUp('listener')
  const { page } = person
  await connect(person, 'Deniz')
  await plak.spotify({ person: 'deniz', by: 2 }, 'library')
  await page.getByRole('button', { name: 'Refresh data' }).click()
  await expect(said(page, 'Data updated successfully')).toBeVisible()
  await expect(figure(page, 'Saved albums')).toHaveText('64')
  await expect(tab(page, 'Listened')).toHaveText('Listened62')
  await page.getByRole('button', { name: 'Sync' }).click()
  await expect(block(page).getByText(/: 2 albums added$/)).toBeVisible()
  await expect(tab(page, 'Listened')).toHaveText('Listened64')
})

test('a failure half way leaves everything, says why and leads on', async ({ signUp, plak }) => {
  const person = await signUp('listener')
  const { page } = person
  await connect(person, 'June')
  await plak.spotify({ person: 'june', by: -5 }, 'library')
  await plak.spotify({ route: 'albums', after: 2, said: 'server-error', times: 3 })
  await page.getByRole('button', { name: 'Sync' }).click()
  await expect(said(page, syncFailedText)).toBeVisible()
  const failure = block(page).getByRole('alert')
  await expect(failure).toContainText('Kaydedilen albümler alınırken bir hata oluştu')
  await expect(tab(page, 'Listened')).toHaveText('Listened117')
  await expect(figure(page, 'Saved albums')).toHaveText('117')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(block(page).getByText(/: 5 albums removed$/)).toBeVisible()
  await expect(failure).toHaveCount(0)
  await expect(tab(page, 'Listened')).toHaveText('Listened112')
})

test.describe('a server that leaves', () => {
  test.use({ expectedErrors: [refused] })
  test('interrupts a sync, and the page says so', async ({ signUp, plak }) => {
    test.slow()
    const person = await signUp('listener')
    const { page } = person
    await connect(person, 'Deniz')
    // A hundred pages: longer than any server needs to shut down.
    await plak.spotify({ person: 'deniz', by: 5_000 }, 'library')
    await plak.spotify({ route: 'albums', slow: 1_000 })
    await page.getByRole('button', { name: 'Sync' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await plak.restart()
    await expect(block(page).getByRole('alert')).toContainText('The sync was interrupted', {
      timeout: comesBack,
    })
    await expect(tab(page, 'Listened')).toHaveText('Listened62')
    await expect(page.getByRole('button', { name: 'Sync' })).toBeEnabled()
  })
})

test.describe('what is refused', () => {
  test.use({ expectedErrors: [refused] })
  let rests = false
  test.afterEach(async ({ plak }) => {
    // A server that was asked to wait remembers it.
    if (rests) await plak.restart()
    rests = false
  })

  test('a second sync, started in a tab that does not know of the first', async ({ signUp, plak }) => {
    const person = await signUp('listener')
    await connect(person, 'Deniz')
    // A hundred pages: the second sync meets the first.
    await plak.spotify({ person: 'deniz', by: 5_000 }, 'library')
    const deaf = await person.context.newPage()
    await deaf.routeWebSocket(/\/trpc/, () => {})
    await deaf.goto('/profile')
    await expect(figure(deaf, 'Saved albums')).toHaveText('62')
    await plak.spotify({ route: 'albums', slow: 1_500 })
    await person.call.spotify.sync.mutate()
    await deaf.getByRole('button', { name: 'Sync' }).click()
    await expect(said(deaf, 'Your Spotify data is already being synced')).toBeVisible()
    await expect(deaf.getByRole('progressbar')).toBeVisible()
  })

  test('everything while Spotify wants no calls', async ({ signUp, plak }) => {
    rests = true
    const person = await signUp('listener')
    const { page } = person
    await connect(person, 'Deniz')
    await plak.spotify({ route: 'albums', status: 429, headers: { 'retry-after': '3600' }, times: 1 })
    await page.getByRole('button', { name: 'Sync' }).click()
    await expect(block(page).getByRole('alert')).toContainText('Spotify asks us to wait 60 minutes.')
    await expect(block(page).getByText(/^Spotify asks us to wait until \d\d:\d\d\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(said(page, 'Spotify asks us to wait 60 minutes. Try again then.')).toBeVisible()
  })

  test('everything after the app was removed over there, until one reconnects', async ({
    signUp,
    plak,
    page: visitor,
  }) => {
    const person = await signUp('listener')
    const { page } = person
    await connect(person, 'Deniz')
    await plak.spotify({ person: 'deniz' }, 'removal')
    await page.getByRole('button', { name: 'Refresh data' }).click()
    await expect(
      said(page, 'Your connection to Spotify has expired. Reconnect Spotify to continue.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sync' })).toHaveCount(0)
    await expect(tab(page, 'Listened')).toHaveText('Listened62')
    await visitor.goto('/profile/listener')
    await expect(tab(visitor, 'Listened')).toHaveText('Listened62')
    await expect(block(visitor)).toHaveCount(0)
    await page.getByRole('button', { name: 'Reconnect Spotify' }).click()
    await page.getByRole('button', { name: 'Agree' }).click()
    await expect(page).toHaveURL('/profile/listener')
    await expect(page.getByRole('button', { name: 'Sync' })).toBeVisible()
    await expect(figure(page, 'Saved albums')).toHaveText('62')
  })
})
