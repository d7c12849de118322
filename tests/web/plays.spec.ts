import type { Page } from '@playwright/test'
import { expect, journey, type Someone, test } from './plak.ts'

const tracks = ['Hunter', 'Jóga', 'Unravel', 'Bachelorette', 'All Neon Like', '5 Years']

type Player = { secret: string; url: string }

/** Turns scrobbling on; the answer is what a player needs. */
async function turnOn({ call }: Someone, { url }: { url: string }): Promise<Player> {
  const { secret } = await call.scrobbling.turnOn.mutate()
  return { secret, url }
}

async function send({ secret, url }: Player, listenType: string, payload: object[]) {
  const response = await fetch(`${url}/listenbrainz/1/submit-listens`, {
    method: 'POST',
    headers: { authorization: `Token ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ listen_type: listenType, payload }),
  })
  expect(response.status).toBe(200)
}

const metadata = (track: string, duration = 200) => ({
  artist_name: 'Björk',
  track_name: track,
  release_name: 'Homogenic',
  additional_info: { duration },
})

/** Noon of the day before yesterday, which is one day in every time zone of the tests. */
const begin = Math.floor(Date.now() / 86_400_000 - 2) * 86_400 + 12 * 3_600
const day = new Date(begin * 1_000)
const dayText = day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
const play = (player: Player, names: readonly string[], from = begin) =>
  send(
    player,
    'import',
    names.map((track, index) => ({ listened_at: from + index * 300, track_metadata: metadata(track) })),
  )
const playNow = (player: Player, track: string, duration?: number) =>
  send(player, 'playing_now', [{ track_metadata: metadata(track, duration) }])

const question = `You played Homogenic on ${dayText}`
const prompts = (page: Page) => page.getByRole('list', { name: 'Albums you played' }).getByRole('listitem')

test(
  'what was played becomes a prompt, and the prompt a listening of that day, but only by a press',
  journey,
  async ({ signUp, openBrowser, plak }) => {
    const person = await signUp('player')
    const { page } = person
    await person.call.users.welcome.mutate()
    const [feed, home] = [await openBrowser(person), await openBrowser(person)]
    const player = await turnOn(person, plak)
    await feed.goto('/activity')
    await page.goto('/plays')
    await expect(page.getByText('No plays yet')).toBeVisible()
    await play(player, tracks)
    // Live, on both pages.
    for (const tab of [page, feed]) await expect(prompts(tab).filter({ hasText: question })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Plays' }).getByRole('listitem')).toHaveCount(6)
    await home.goto('/')
    await expect(prompts(home).filter({ hasText: question })).toBeVisible()
    expect((await person.call.logs.mine.query({ artist: 'Björk', album: 'Homogenic' })).log).toBeNull()

    await prompts(home).getByRole('button', { name: 'Log' }).click()
    const dialog = home.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    for (const tab of [page, feed, home]) await expect(prompts(tab)).toHaveCount(0)
    const { log } = await person.call.logs.mine.query({ artist: 'Björk', album: 'Homogenic' })
    expect(log?.date).toBe(day.toISOString().slice(0, 10))
  },
)

test('“Not this time” ends a prompt in every tab, for good', async ({ signUp, openBrowser, plak }) => {
  const person = await signUp('player')
  const { page } = person
  const other = await openBrowser(person)
  const player = await turnOn(person, plak)
  await play(player, tracks)
  await page.goto('/activity')
  await other.goto('/plays')
  await expect(prompts(other)).toHaveCount(1)
  await prompts(page).getByRole('button', { name: 'Not this time' }).click()
  for (const tab of [page, other]) await expect(prompts(tab)).toHaveCount(0)
  await play(player, ['Immature'], begin + 10_000)
  await expect(other.getByRole('list', { name: 'Plays' }).getByRole('listitem')).toHaveCount(7)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await expect(prompts(page)).toHaveCount(0)
})

test('plays can be loaded, and deleted one by one or all', async ({ signUp, plak }) => {
  const person = await signUp('player')
  const { page } = person
  const player = await turnOn(person, plak)
  await play(
    player,
    Array.from({ length: 60 }, (_, index) => `Track ${index}`),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Plays' }).click()
  await expect(page).toHaveURL('/plays')
  await expect(page.getByRole('heading', { name: 'Plays', level: 1 })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Plays' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Track 59')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(60)
  await rows.first().getByRole('button', { name: 'Delete play' }).click()
  await expect(rows).toHaveCount(59)
  await expect(rows.first()).toContainText('Track 58')
  await expect(page.getByRole('list', { name: 'Plays' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete all plays' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(59)
  await page.getByRole('button', { name: 'Delete all plays' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all', exact: true }).click()
  await expect(page.getByText('No plays yet')).toBeVisible()
})

test('what plays now is shown live, on the profile and above the feed, to those who may see it', async ({
  signUp,
  openBrowser,
  plak,
}) => {
  const [person, follower] = [await signUp('player'), await signUp('follower')]
  const player = await turnOn(person, plak)
  await follower.call.follows.set.mutate({ nickname: 'player', following: true })
  const [profile, visitor] = [await openBrowser(follower), await openBrowser()]
  await person.page.goto('/profile/player')
  await follower.page.goto('/activity')
  await profile.goto('/profile/player')
  await visitor.goto('/profile/player')
  const text = (page: Page) => page.getByText('Listening to Jóga · Björk')
  await playNow(player, 'Jóga')
  await expect(text(person.page)).toBeVisible()
  for (const page of [follower.page, profile, visitor]) await expect(text(page)).toHaveCount(0)
  await person.call.scrobbling.set.mutate({ nowPlaying: 'followers' })
  for (const page of [follower.page, profile]) await expect(text(page)).toBeVisible()
  await expect(text(visitor)).toHaveCount(0)
  await playNow(player, 'Unravel')
  for (const page of [person.page, follower.page, profile])
    await expect(page.getByText('Listening to Unravel · Björk')).toBeVisible()
  // The same track again, which ends by itself.
  await playNow(player, 'Unravel', 3)
  for (const page of [person.page, follower.page, profile])
    await expect(page.getByText('Listening to')).toHaveCount(0)
})
