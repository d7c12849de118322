import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mariadb'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeMailer } from '../../server/clients/smtp/client.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { freePort } from '../support/freePort.ts'
import { hasMariaDb, startMariaDb } from '../support/mariadb.ts'

// A self-signed certificate.
const folder = mkdtempSync(join(tmpdir(), 'plak-certificate-'))
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
beforeAll(() => {
  const into = ['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...into], { stdio: 'ignore' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a false certificate is refused', () => {
  it('of a mail server; one on this machine has no name to prove', async () => {
    let taken = 0
    const server = new SMTPServer({
      secure: true,
      key: readFileSync(key),
      cert: readFileSync(cert),
      disabledCommands: ['AUTH'],
      disableReverseLookup: true,
      onData(stream, _, done) {
        taken++
        stream.resume().on('end', done)
      },
    })
    server.on('error', () => {})
    server.listen(0, '127.0.0.1')
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    await once(server.server, 'listening')
    const { port } = server.server.address() as { port: number }
    const send = (host: string) =>
      makeMailer({
        url: `smtps://${host}:${port}`,
        from: 'Plak <plak@plak.example>',
        host: 'plak.example',
      }).send({
        to: 'ayse@plak.example',
        subject: 'Subject',
        text: 'Text',
        html: '<p>Text</p>',
      })
    await send('127.0.0.1')
    expect(taken).toBe(1)
    // The same server at an address that is not recognized as this machine's.
    await expect(send('0.0.0.0')).rejects.toMatchObject({ outcome: 'away' })
    expect(taken).toBe(1)
  })

  it.skipIf(!hasMariaDb)('of a database', async () => {
    const port = await freePort()
    const networking = ['--skip-networking=OFF', '--bind-address=127.0.0.1', `--port=${port}`]
    const database = await startMariaDb([...networking, `--ssl-cert=${cert}`, `--ssl-key=${key}`])
    onTestFinished(() => database.close())
    await database.run(
      "CREATE USER plak@'127.0.0.1' IDENTIFIED BY 'secret'; GRANT ALL ON plak.* TO plak@'127.0.0.1'",
    )
    const connect = async (parameters: string) => {
      const connection = await createConnection(
        databaseConfig(`mysql://plak:secret@127.0.0.1:${port}/plak?${parameters}`),
      )
      const [row] = await connection.query<{ Value: string }[]>("SHOW STATUS LIKE 'Ssl_cipher'")
      await connection.end()
      return row!.Value !== ''
    }
    await expect(connect('ssl=true')).rejects.toThrow(/self.signed certificate/)
    expect(await connect('ssl=skip-verify')).toBe(true)
    expect(await connect(`ssl=verify-ca&sslca=${encodeURIComponent(cert)}`)).toBe(true)
  })
})
