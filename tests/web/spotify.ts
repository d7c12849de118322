import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Someone } from './plak.ts'
import type { Plak } from './product.ts'

export const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })

export const block = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Spotify', level: 2 }) })

export const figure = (page: Page, name: string) =>
  block(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

export const syncedText = 'Spotify verileri başarıyla senkronize edildi'
export const syncFailedText = 'Spotify verilerini senkronize ederken bir hata oluştu'

/** Waits for a message that vanishes soon. The page itself looks for it, which a test that is held up does not delay. */
export const saw = (page: Page, text: string, timeout = 30_000) =>
  page.waitForFunction(
    (message) => [...document.querySelectorAll('[role=status]')].some((each) => each.textContent === message),
    text,
    { timeout, polling: 100 },
  )

/** Opens Spotify's consent page as one of the stand-in's accounts. */
export async function goToConsent(page: Page, account: string) {
  await page.getByRole('button', { name: /^(Reconnect|Connect) Spotify$/ }).click()
  await page.getByRole('button', { name: account, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Plak to your account?')
}

export async function agree(page: Page, account: string) {
  await goToConsent(page, account)
  await page.getByRole('button', { name: 'Agree' }).click()
}

/**
 * Keeps pages that report 'connected' open until `leadOn`: they redirect after a second and a half, which is too short for a
 * check on a busy machine.
 */
export const stayOnOutcome = (context: BrowserContext) =>
  context.addInitScript(() => {
    const start = globalThis.setTimeout.bind(globalThis)
    const held = (work: () => void, delay?: number) =>
      delay === 1_500 ? (addEventListener('leadOn', () => work(), { once: true }), 0) : start(work, delay)
    Object.assign(globalThis, { setTimeout: held })
  })

export const leadOn = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('leadOn')))

/**
 * Connects without the intermediate pages (spotifyConnect.spec.ts tests these), waits for the first sync, and opens the user's
 * own profile. The browser stays logged in at Spotify.
 */
export async function connect({ page, nickname, call }: Someone, account: string) {
  const { url } = await call.spotify.authorize.mutate()
  const query = new URL(url).search.slice(1)
  const post = (path: string, form: Record<string, string>) =>
    page.context().request.post(new URL(path, url).href, { form: { query, ...form }, maxRedirects: 0 })
  await post('/accounts/login', { person: account.toLowerCase() })
  const agreed = await post('/accounts/authorize', { answer: 'agree' })
  const back = new URL(agreed.headers().location!).searchParams
  await call.spotify.connect.mutate({ code: back.get('code')!, state: back.get('state')! })
  await call.spotify.sync.mutate()
  await expect.poll(async () => (await call.spotify.status.query()).syncing).toBeNull()
  await page.goto('/profile')
  await expect(page).toHaveURL(`/profile/${nickname}`)
}

/** Returns how often a code was exchanged for tokens. */
export async function spentCodes({ demo }: Plak): Promise<number> {
  const calls = (await (await fetch(`${demo}/__requests/spotify`)).json()) as {
    query: { grant_type?: string }
  }[]
  return calls.filter(({ query }) => query.grant_type === 'authorization_code').length
}
