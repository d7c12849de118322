import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { it, onTestFinished, vi } from 'vitest'
import { noDatabase } from '../backup/place.ts'
import { openBrowser } from '../support/browser.ts'
import { startMailServer } from '../support/mailbox.ts'
import { startProcess } from '../support/process.ts'

// The way of an operator from an empty installation to a running one, in the browser alone: the only other thing that is read is
// the setup link in the log. No setting of the product is in the environment, except where the services of the test are.

const password = 'a stylus and a groove'
const backups = join(import.meta.dirname, '../../.data/backups')

it('an empty installation gets mail, a second administrator and a backup in the browser alone', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const { link, url } = await startEmpty()
  const browser = await openBrowser()

  const deniz = await openPage(browser, url)
  await deniz.goto(link)
  await fillAccount(deniz, 'deniz')
  await press(deniz, 'Create account')
  await setUp(deniz, mail.url)
  await vi.waitFor(() => expect(mail.mails.map(({ to }) => to)).toContainEqual(['deniz@plak.example']))

  const fatma = await openPage(browser, url)
  await fatma.goto(await invite(deniz))
  await fillAccount(fatma, 'fatma')
  await press(fatma, 'Register')
  await fatma.waitForURL('/welcome')
  // The mail server that was set up in the browser brings what the product itself sends.
  await vi.waitFor(
    () => expect(mail.mails.map(({ to }) => to)).toContainEqual(['fatma@plak.example']),
    60_000,
  )

  await appoint(deniz, 'fatma')
  await backUp(fatma)
})

/** Starts the product on a database that does not exist yet, as its documentation tells operators. */
async function startEmpty() {
  const settings = {
    DATABASE_URL: noDatabase('first_run'),
    LASTFM_API_KEY: '',
    LIMITS_FACTOR: '',
    MUSICBRAINZ_BASE: 'http://127.0.0.1:9/ws/2/',
  }
  const { url, isUp, said, child, ended } = await startProcess(settings, ['scripts/serve.mjs', '--migrate'])
  // Its connections are closed before the database is dropped.
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await isUp()
  const link = await vi.waitFor(() => {
    const found = /Set up Plak at (http:\S+\/setup#[\w-]{43})/.exec(said())
    expect(found).not.toBeNull()
    return found![1]!
  }, 30_000)
  return { url, link }
}

/** Opens a page in a context of its own, so that each person has their own session. */
async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  return await context.newPage()
}

async function fillAccount(page: Page, nickname: string) {
  await page.getByLabel('Username').fill(nickname)
  await page.getByLabel('Email').fill(`${nickname}@plak.example`)
  for (const name of ['Password', 'Confirm Password'])
    await page.getByLabel(name, { exact: true }).fill(password)
}
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const shown = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

async function setUp(page: Page, mailServer: string) {
  await shown(page, 'Who may register')
  await page.getByRole('radio', { name: 'By invitation' }).check()
  await press(page, 'Save')
  await shown(page, 'Contact')
  await page.getByRole('textbox', { name: 'Contact' }).fill('operator@plak.example')
  await press(page, 'Save')
  await shown(page, 'Catalogue')
  await page.getByRole('radio', { name: 'MusicBrainz' }).check()
  await press(page, 'Save')
  await shown(page, 'Mail')
  await page.getByRole('textbox', { name: 'Mail server' }).fill(mailServer)
  await page.getByRole('textbox', { name: 'Sender' }).fill('plak@plak.example')
  await press(page, 'Send a test mail')
  await page.getByText('Test mail sent to deniz@plak.example').waitFor()
  await press(page, 'Save')
  await shown(page, 'Ready')
  await press(page, 'Finish')
  await page.waitForURL('/')
}

/** Returns the link of an invitation for one person. */
async function invite(page: Page): Promise<string> {
  await page.goto('/admin/invitations')
  await press(page, 'Create invitation')
  const link = page.getByRole('textbox', { name: 'Invitation link' })
  await link.waitFor()
  return await link.inputValue()
}

async function appoint(page: Page, nickname: string) {
  await page.goto('/admin/people')
  await page.getByRole('list', { name: 'People' }).getByRole('link', { name: nickname }).click()
  await press(page, 'Change role')
  const dialog = page.getByRole('dialog', { name: 'Change role' })
  await dialog.getByRole('radio', { name: 'Admin' }).check()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await press(dialog, 'Change role')
  await dialog.waitFor({ state: 'hidden' })
}

async function backUp(page: Page) {
  await page.goto('/admin/backups')
  await press(page, 'Back up now')
  const row = page
    .getByRole('list', { name: 'Backups' })
    .getByRole('listitem')
    .filter({ hasText: '2 people' })
  await page.getByText('Backup made').waitFor()
  const [name] = /plak-[\w.-]+\.gz/.exec(await row.first().innerText())!
  onTestFinished(() => rm(join(backups, name)))
  await press(row.filter({ hasText: name }), 'Check')
  await row.filter({ hasText: name }).getByText('This backup is good').waitFor()
}
