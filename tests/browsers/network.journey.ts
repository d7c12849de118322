import { expect } from 'vitest'
import type { Tab } from './tab.ts'
import { test, type Person } from './world.ts'

const album = { artist: 'Radiohead', album: 'Kid A' }
const kidA = '/album/Radiohead/Kid%20A'
const old = 'This is how the page looked on'
/** Messages of browsers for requests that fail on purpose. */
const failed =
  /Failed to load|WebSocket|ERR_|NetworkError|establish a connection|interrupted while|Load failed|access control checks/i
/** A silent connection is detected by the next heartbeat (web/lib/socket.ts). */
const heartbeat = { timeout: 60_000 }

function keptPages() {
  return new Promise<string>((resolve) => {
    const opening = indexedDB.open('plak')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(JSON.stringify(reading.result))
      }
    }
  })
}

/** Waits until the service worker has stored the product's files, and controls the page. */
async function hasWorker(tab: Tab) {
  const state = () =>
    tab.evaluate(async () => {
      const worker = (await navigator.serviceWorker.getRegistration())?.active
      return navigator.serviceWorker.controller ? worker?.state : 'not in control'
    })
  await expect.poll(state).toBe('activated')
}

/** Opens the album as a user who has reviewed it, and waits until the whole page is stored on the device. */
async function seeAlbum({ tab, call }: Person) {
  await call.logs.save.mutate({ ...album, rating: 9, review: 'Everything in its right place.' })
  await tab.go(kidA)
  await tab.says('Everything in its right place.')
  await hasWorker(tab)
  await expect.poll(() => tab.evaluate(keptPages)).toContain('Everything in its right place.')
}

async function seesOldAlbum(tab: Tab) {
  await tab.says(old)
  await tab.says('Everything in its right place.')
  await tab.see('button', 'Account menu')
}

test('a page seen before is shown without a server, says so, and becomes live again', async ({
  signUp,
  line,
  expectedErrors,
}) => {
  expectedErrors.push(failed)
  const person = await signUp('traveller')
  const { tab, call } = person
  await seeAlbum(person)
  line.state = 'cut'
  await tab.reload()
  await seesOldAlbum(tab)
  await tab.reload()
  await seesOldAlbum(tab)
  await call.logs.save.mutate({ ...album, rating: 9, review: 'Said while the page was away.' })
  line.state = 'open'
  await tab.says('Said while the page was away.')
  await tab.saysNot(old)
})

test('a page never seen says that it cannot be reached, and comes by itself', async ({
  signUp,
  line,
  expectedErrors,
}) => {
  expectedErrors.push(failed)
  const person = await signUp('wanderer')
  const { tab } = person
  await seeAlbum(person)
  line.state = 'cut'
  await tab.goto(`${line.url}/artists`)
  await tab.see('heading', 'Plak cannot be reached')
  await tab.click('link', 'Kid A by Radiohead')
  await seesOldAlbum(tab)
  await tab.goto(`${line.url}/artists`)
  await tab.see('heading', 'Plak cannot be reached')
  line.state = 'open'
  await tab.see('heading', 'Artists')
})

test('a page is live again after its line was cut', async ({ signUp, line, expectedErrors }) => {
  expectedErrors.push(failed)
  const { tab, call } = await signUp('reader')
  await tab.go(kidA)
  await call.logs.save.mutate({ ...album, review: 'Before.' })
  await tab.says('Before.')
  line.state = 'cut'
  await tab.says('Reconnecting…')
  line.state = 'open'
  await call.logs.save.mutate({ ...album, review: 'Meanwhile.' })
  await tab.says('Meanwhile.')
  await tab.saysNot('Reconnecting…')
})

test('a page is live again after its connection fell silent, as in a machine that slept', async ({
  signUp,
  line,
  expectedErrors,
}) => {
  expectedErrors.push(failed)
  const { tab, call } = await signUp('sleeper')
  await tab.go(kidA)
  await call.logs.save.mutate({ ...album, review: 'Before.' })
  await tab.says('Before.')
  line.freeze()
  await call.logs.save.mutate({ ...album, review: 'While it slept.' })
  await expect.poll(async () => (await tab.all('article', /While it slept/)).length, heartbeat).toBe(1)
})

test('the product can be installed', async ({ signUp }) => {
  const { tab } = await signUp('phone')
  await tab.go('/')
  const { manifest, icons, isSecure } = await tab.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
    const manifest = (await (await fetch(href)).json()) as {
      name: string
      start_url: string
      display: string
      icons: { src: string; sizes: string; purpose?: string }[]
    }
    const icons = manifest.icons.map(async ({ src, sizes }) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`
    })
    return { manifest, icons: await Promise.all(icons), isSecure: isSecureContext }
  })
  expect(manifest).toMatchObject({ name: 'Plak', display: 'standalone' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(new Set(icons)).toEqual(new Set([true]))
  expect(isSecure).toBe(true)
  await hasWorker(tab)
})

test('what was pressed arrives also if the page is left at once', async ({ signUp }) => {
  const [author, reader] = [await signUp('author'), await signUp('reader')]
  await reader.tab.go('/profile/author')
  await reader.tab.see('button', 'Follow')
  await reader.tab.evaluate(() => {
    const follow = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Follow',
    )
    follow!.click()
    location.assign('/albums')
  })
  await reader.tab.isAt('/albums')
  const followers = async () => (await author.call.users.profile.query({ nickname: 'author' })).followers
  await expect.poll(followers).toBe(1)
})
