import { expect, it } from 'vitest'
import { logins, seed } from '../../demo/seed.ts'
import type { SettingValues } from '../../shared/settingNames.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ settings: { PLAK_DEMO: '1' } })

it('the first sample person is an administrator; a backup cannot be downloaded', async () => {
  await seed(plak.server.deps.db, { picturesBase: 'http://127.0.0.1:1', force: true })
  const [{ nickname, email, password } = logins[0]!] = logins
  const { client } = await plak.harness.login({ nickname, email, password })
  expect(await client.auth.me.query()).toMatchObject({ isAdmin: true })
  expect(await plak.server.deps.db.user.count({ where: { role: 'admin' } })).toBe(1)
  const name = 'plak.backup.gz'
  expect((await refusal(client.admin.downloadBackup.mutate({ name, password }))).message).toBe(
    'Not in the demo',
  )
})

it('settings of services, their secrets and mail cannot be changed; the others can', async () => {
  await seed(plak.server.deps.db, { picturesBase: 'http://127.0.0.1:1', force: true })
  const { client } = await plak.harness.login(logins[0]!)
  const save = async (values: SettingValues) => {
    const { version } = await client.admin.settings.query()
    return await client.admin.saveSettings.mutate({ values, version })
  }
  for (const values of [
    { LASTFM_API_KEY: 'k' },
    { SPOTIFY_CLIENT_ID: 'x', REGISTRATION: 'closed' },
    { GOOGLE_CLIENT_SECRET: null },
    { SMTP_URL: 'smtp://mail.example' },
  ])
    expect((await refusal(save(values))).message).toBe('Not in the demo')
  expect((await refusal(client.admin.testMail.mutate())).message).toBe('Not in the demo')
  await save({ REGISTRATION: 'closed', CATALOGUE: 'musicbrainz', CONTACT: 'me@plak.example' })
  expect(plak.server.deps.settings).toMatchObject({ REGISTRATION: 'closed', CONTACT: 'me@plak.example' })
  expect(plak.server.deps.catalogue.isOwn).toBe(true)
})
