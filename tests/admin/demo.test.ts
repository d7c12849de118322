import { expect, it } from 'vitest'
import { logins, seed } from '../../demo/seed.ts'
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
