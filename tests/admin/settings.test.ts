import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import type { SettingName, SettingValues } from '../../shared/settingNames.ts'
import type { Person } from '../harness/client.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'

let plak: TwoServers
let admin: Person

beforeAll(async () => {
  plak = await startTwo({
    settings: { LASTFM_API_KEY: '', LIMITS_FACTOR: '', FOOTER_LINKS: 'https://plak.example/' },
  })
})
afterAll(() => plak.close())
beforeEach(async () => {
  await plak.one.reset()
  await Promise.all([plak.one, plak.two].map(({ deps }) => deps.liveSettings.refresh()))
  admin = await plak.here.register('admin')
  await setRole(plak.one.deps, 'admin', 'admin')
})

const read = () => admin.client.admin.settings.query()
async function save(values: SettingValues) {
  const { version } = await read()
  return await admin.client.admin.saveSettings.mutate({ values, version })
}
async function settingOf(name: SettingName) {
  return (await read()).settings.find((setting) => setting.name === name)!
}
const refusal = (values: SettingValues) =>
  save(values).then(
    () => null,
    (error: { data: { fields: Record<string, string>; httpStatus: number } }) => error.data,
  )

describe('a saved setting', () => {
  it('is in force in every process within a second', async () => {
    await save({ REGISTRATION: 'closed', CONTACT: 'https://plak.example/contact' })
    expect(plak.one.deps.settings.REGISTRATION).toBe('closed')
    await sleep(1_000)
    expect(await plak.there.visitor().client.auth.options.query()).toMatchObject({
      registration: 'closed',
      contact: 'https://plak.example/contact',
    })
    await save({ REGISTRATION: null })
    expect(await settingOf('REGISTRATION')).toMatchObject({ value: 'open', source: 'default' })
    await sleep(1_000)
    expect(plak.two.deps.settings.REGISTRATION).toBe('open')
  })
})
