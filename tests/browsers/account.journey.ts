import { expect } from 'vitest'
import { makeHarness } from '../harness/client.ts'
import { startPasskeySite } from '../web/passkeySite.ts'
import type { Tab } from './tab.ts'
import { engine, test } from './world.ts'

const password = 'a stylus and a groove'

async function register(tab: Tab, nickname: string) {
  await tab.go('/register')
  await tab.fill('textbox', 'Username', nickname)
  await tab.fill('textbox', 'Email', `${nickname}@plak.example`)
  await tab.fill('textbox', 'Password', password)
  await tab.fill('textbox', 'Confirm Password', password)
  await tab.click('button', 'Register')
  await tab.see('button', 'Account menu')
}

async function logout(tab: Tab) {
  await tab.click('button', 'Account menu')
  await tab.click('menuitem', 'Logout')
  await tab.isAt('/login')
}

test('somebody registers, logs out, and logs in again', async ({ open }) => {
  const tab = await open()
  await register(tab, 'ayse_k')
  await logout(tab)
  await tab.seesNo('button', 'Account menu')
  await tab.fill('textbox', 'Email or Username', 'ayse_k')
  await tab.fill('textbox', 'Password', password)
  await tab.keys('Enter')
  await tab.see('button', 'Account menu')
})

test('the account menu is used by keys', async ({ signUp }) => {
  const { tab } = await signUp('keys')
  await tab.go('/albums')
  await tab.click('button', 'Account menu')
  await tab.see('menuitem', 'Edit Profile')
  await tab.keys('Escape')
  await tab.seesNo('menuitem')
  await tab.hasFocus('button', 'Account menu')
  await tab.keys('Enter')
  // Opened by keys, the menu focuses its first entry.
  await tab.hasFocus('menuitem', 'Profile')
  await tab.keys('End')
  await tab.hasFocus('menuitem', 'Logout')
  await tab.keys('Home')
  await tab.hasFocus('menuitem', 'Profile')
  await tab.keys('Enter')
  await tab.isAt('/profile/keys')
})

test('the search box is used by keys', async ({ signUp }) => {
  const { tab } = await signUp('radio_head')
  await tab.go('/albums')
  await tab.fill('combobox', 'Search', 'radio')
  await tab.see('option', 'Radiohead')
  await tab.see('option', /radio_head/)
  const isChosen = async (name: string | RegExp) => {
    const chosen = async () => (await tab.see('option', name)).attributes['aria-selected']
    await expect.poll(chosen).toBe('true')
  }
  await tab.keys('ArrowDown')
  await isChosen(/radio_head/)
  await tab.keys('ArrowDown')
  await isChosen('Radiohead')
  await tab.keys('Enter')
  await tab.isAt('/artist/Radiohead')
  await tab.fill('combobox', 'Search', 'radio')
  await tab.see('option', 'Radiohead')
  await tab.keys('Escape')
  await tab.seesNo('option')
  await tab.keys('Enter')
  await tab.isAt('/search?q=radio')
})

test('a passkey is added, and signs in alone', async ({ open, skip, onTestFinished }) => {
  if (engine.name !== 'Chromium') return skip('its driver has no device for passkeys')
  const site = await startPasskeySite()
  onTestFinished(site.close)
  const people = makeHarness(site.url.replace('localhost', '127.0.0.1'))
  const { password } = await people.register('june')
  await people.close()
  const tab = await open({ at: site.url })
  await tab.addAuthenticator!()
  await tab.go('/login?from=%2Fsettings%2Faccount')
  await tab.fill('textbox', 'Email or Username', 'june')
  await tab.fill('textbox', 'Password', password)
  await tab.click('button', 'Login')
  await tab.click('button', 'Add passkey')
  await tab.fill('textbox', 'Name', 'Blue laptop', { within: 'dialog' })
  await tab.fill('textbox', 'Password', password, { within: 'dialog' })
  await tab.click('button', 'Add passkey', { within: 'dialog' })
  await tab.says('Blue laptop')
  await logout(tab)
  await tab.click('button', 'Continue with a passkey')
  await tab.see('button', 'Account menu')
})

test('a private window logs an album and logs out', async ({ open, skip }) => {
  if (engine.name === 'Chromium') return skip('all of its windows here are private')
  const tab = await open({ isPrivate: true })
  await register(tab, 'private')
  await tab.go('/album/Radiohead/Kid%20A')
  await tab.click('button', 'Log')
  await tab.fill('textbox', 'Review', 'Seen by nobody else.', { within: 'dialog' })
  await tab.click('button', 'Save', { within: 'dialog' })
  await tab.see('article', /Seen by nobody else\./)
  await logout(tab)
})
