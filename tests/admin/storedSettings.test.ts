import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startGoogle } from '../../demo/oidc/provider.ts'
import { scheduledBackup } from '../../server/backup/schedule.ts'
import type { SettingValues } from '../../shared/settingNames.ts'
import { adminOf } from '../account/adminWorld.ts'
import { freePort } from '../support/freePort.ts'
import { refusal } from '../support/refusal.ts'
import { runAdministration } from './adminWorld.ts'

// The parts of the product that use a setting only now and then read what was stored last.

const google = await startGoogle({ clientId: 'x', clientSecret: 'x', redirectUri: 'http://x/', people: [] })
afterAll(google.close)
const plak = runAdministration({
  settings: { LIMITS_FACTOR: '', BACKUP_SCHEDULE: '', OIDC_ISSUER: google.issuer },
})

async function save(values: SettingValues) {
  const { version } = await plak.admin.client.admin.settings.query()
  await plak.admin.client.admin.saveSettings.mutate({ values, version })
}

it('limits: at the next call', async () => {
  const { ayse } = plak
  const albums = [{ artist: 'Björk', album: 'Homogenic' }]
  const { id } = await ayse.client.lists.create.mutate({ name: 'Ice', albums, submission: randomUUID() })
  const comment = () =>
    ayse.client.comments.add.mutate({ thread: { list: id }, text: 'Again.', submission: randomUUID() })
  await save({ LIMITS_FACTOR: '0.1' })
  await comment()
  expect((await refusal(comment())).code).toBe('TOO_MANY_REQUESTS')
  await save({ LIMITS_FACTOR: '0' })
  await comment()
  await save({ LIMITS_FACTOR: null })
  expect(plak.server.deps.settings.LIMITS_FACTOR).toBe(1)
})

it('registration and Google: at the next visit of a page', async () => {
  const visit = async () => {
    const html = await (await fetch(`${plak.server.url}/register`)).text()
    return /"google":(true|false).*?"registration":"(\w+)"/.exec(html)!.slice(1)
  }
  const toGoogle = async () => {
    const { headers } = await fetch(`${plak.server.url}/auth/google`, { redirect: 'manual' })
    return new URL(headers.get('location')!)
  }
  expect(await visit()).toEqual(['false', 'open'])
  await save({ GOOGLE_CLIENT_ID: 'stored', GOOGLE_CLIENT_SECRET: 'secret of the browser' })
  expect(await visit()).toEqual(['true', 'open'])
  const place = await toGoogle()
  expect([place.origin, place.searchParams.get('client_id')]).toEqual([google.issuer, 'stored'])
  await save({ GOOGLE_CLIENT_ID: 'another' })
  expect((await toGoogle()).searchParams.get('client_id')).toBe('another')
  await save({ REGISTRATION: 'closed' })
  expect(await visit()).toEqual(['true', 'closed'])
})

it('the schedule of backups: at its next turn', async () => {
  const [work] = scheduledBackup(plak.server.deps)
  const every = work!.every as () => string | null
  await save({ BACKUP_SCHEDULE: '15 4 * * *' })
  expect(every()).toBe('15 4 * * *')
  await save({ BACKUP_SCHEDULE: 'off' })
  expect(every()).toBeNull()
})

it('the tasks of the command line: at their start', async () => {
  const admin = adminOf(plak)
  const mail = async () => {
    const { stdout } = await admin('doctor', '--json')
    const { checks } = JSON.parse(stdout) as { checks: { about: string; state: string; said: string }[] }
    return checks.filter(({ about }) => about === 'mail').map(({ state }) => state)
  }
  expect(await mail()).toEqual(['ok'])
  await save({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, SMTP_FROM: 'plak@example.org' })
  expect(await mail()).toEqual(['broken'])
})

it('a secret that can no longer be opened is named by doctor, and leaves its service off', async () => {
  await save({ SPOTIFY_CLIENT_ID: 'plak', SPOTIFY_CLIENT_SECRET: 'a secret of the browser' })
  const { db } = plak.server.deps
  await db.setting.update({
    where: { name: 'SPOTIFY_CLIENT_SECRET' },
    data: { sealed: Buffer.from('sealed with another key') },
  })
  const { stdout } = await adminOf(plak)('doctor', '--json')
  const { checks } = JSON.parse(stdout) as { checks: { about: string; state: string; said: string }[] }
  const named = checks.filter(({ said }) => said.includes('SPOTIFY_CLIENT_SECRET'))
  expect(named).toEqual([expect.objectContaining({ about: 'settings' })])
  expect(named[0]!.state).not.toBe('ok')
})
