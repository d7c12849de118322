import { expect, it } from 'vitest'
import { makeDb } from '../../server/lib/db.ts'
import { makeSeal } from '../../server/lib/seal.ts'
import { isKeyLost, openPushKey } from '../../server/push/keys.ts'
import { admin, folder, noDatabase } from '../backup/place.ts'
import { downloadData } from '../support/download.ts'
import { setUpPush } from './pushWorld.ts'

const world = setUpPush()

it('the key survives a backup and its restore, with the devices that depend on it', async () => {
  const { settings, log, db: source } = world.server.deps
  const [root, secret] = [folder(), settings.APP_SECRET]
  const seal = makeSeal(secret, settings.APP_SECRET_BEFORE)
  const before = await openPushKey(settings, { db: source, seal, log })
  await world.withBrowser('owner', [])
  const { last: file } = await admin({ databaseUrl: settings.DATABASE_URL, root, secret }, 'backup')
  const databaseUrl = noDatabase('push')
  const restored = await admin({ databaseUrl, root, secret }, 'restore', file, '--keep-sessions')
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  const db = makeDb(databaseUrl)
  const key = await openPushKey(settings, { db, seal, log })
  expect(key!.publicKey).toBe(before!.publicKey)
  expect(key!.privateKey.equals(before!.privateKey)).toBe(true)
  expect([await db.pushDevice.count(), await isKeyLost(db, seal)]).toEqual([1, false])
  await db.$disconnect()
})

it('the export lists the devices by name and day, without their addresses and keys', async () => {
  const [owner, browser] = await world.withBrowser('owner', [])
  await world.withBrowser('guest', [])
  const { data } = await downloadData(world.server.url, owner.cookies.header())
  const { devices } = await owner.client.push.devices.query()
  expect(data.forReading['pushDevices']).toEqual(devices.map(({ name, createdAt }) => ({ name, createdAt })))
  const { keys } = browser.subscription
  const all = JSON.stringify(data)
  for (const secret of [browser.path, keys.p256dh, keys.auth]) expect(all).not.toContain(secret)
})
