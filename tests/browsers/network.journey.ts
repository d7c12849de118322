import { expect } from 'vitest'
import { test } from './world.ts'

const kidA = '/album/Radiohead/Kid%20A'
/** What browsers write when a request fails on purpose. */
const failed = /Failed to load|WebSocket|ERR_|NetworkError|establish a connection|interrupted while|Load failed|access control checks/i

test('a page seen before is shown without a server, and says so', async ({ signUp, line, expectedErrors }) => {
  expectedErrors.push(failed)
  const { tab, call } = await signUp('traveller')
  await call.logs.save.mutate({ artist: 'Radiohead', album: 'Kid A', rating: 9, review: 'Everything in its right place.' })
  await tab.go(kidA)
  await tab.says('Everything in its right place.')
  await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect.poll(() => tab.evaluate(keptPages)).toContain('Everything in its right place.')
  line.state = 'cut'
  await tab.reload()
  await tab.says('This is how the page looked on')
  await tab.says('Everything in its right place.')
  await tab.see('button', 'Account menu')
  line.state = 'open'
  await tab.saysNot('This is how the page looked on')
})

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
