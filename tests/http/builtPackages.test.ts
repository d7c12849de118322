import { expect, it, onTestFinished, vi } from 'vitest'
import { startGoogle } from '../../demo/oidc/provider.ts'
import { startDemo } from '../../demo/server.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness } from '../harness/client.ts'
import { send, until } from '../imports/world.ts'
import { makePasskey } from '../support/authenticator.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/freePort.ts'
import { startMailServer } from '../support/mailbox.ts'
import { startProcess } from '../support/process.ts'

// The deployed server is bundled with its packages (scripts/programs.ts), while most other tests run the sources. This uses
// each package once that is not needed for starting.

it('the built server mails, knows Google and passkeys, draws, packs and unpacks', async () => {
  const port = await freePort()
  const site = `http://localhost:${port}`
  const secrets = { clientId: 'plak-tests', clientSecret: 'a secret between two' }
  const redirectUri = site + paths.googleCallback()
  const [database, demo, mail, google] = await Promise.all([
    testDatabase(),
    startDemo(),
    startMailServer(),
    startGoogle({ ...secrets, redirectUri, people: [] }),
  ])
  for (const each of [demo, mail, google]) onTestFinished(() => each.close())
  const plak = await startProcess({
    DATABASE_URL: database.url,
    LASTFM_BASE: demo.lastfmBase,
    PORT: String(port),
    PUBLIC_URL: site,
    SMTP_URL: mail.url,
    SMTP_FROM: 'plak@plak.example',
    GOOGLE_CLIENT_ID: secrets.clientId,
    GOOGLE_CLIENT_SECRET: secrets.clientSecret,
    OIDC_ISSUER: google.issuer,
  })
  await plak.isUp()
  const harness = makeHarness(site)
  onTestFinished(() => harness.close())

  const person = await harness.register('ayse')
  await vi.waitFor(() => expect(mail.mails.map(({ to }) => to)).toEqual([['ayse@plak.example']]))

  const options = await person.client.passkeys.beginAdding.mutate({ password: person.password })
  const { answer: passkey } = makePasskey(options, { origin: site })
  await person.client.passkeys.add.mutate({ name: 'Key', passkey })
  expect(await person.client.passkeys.mine.query()).toMatchObject({ passkeys: [{ name: 'Key' }] })

  const led = await fetch(`${site}/auth/google`, { redirect: 'manual' })
  expect(led.headers.get('location')).toContain(google.issuer)

  const picture = await fetch(site + paths.preview())
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

  await person.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 9 })
  const headers = { cookie: person.cookies.header() }
  const packed = await fetch(site + paths.exportZip(), { headers })
  const { body } = await send(site, person, new Uint8Array(await packed.arrayBuffer()), 'plak.zip')
  expect(await until(person, body.id, ({ state }) => state !== 'reading')).toMatchObject({ state: 'preview' })
})
