import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { tooOld } from '../../server/lib/serverVersion.ts'

const basic = { port: 3306, user: 'plak', password: 'x', database: 'plak' }

describe('databaseConfig', () => {
  test.each([
    [
      'mysql://plak:s%40crt@db.example:3307/plak',
      { host: 'db.example', port: 3307, user: 'plak', password: 's@crt', database: 'plak' },
    ],
    [
      'mysql://root@[::1]/plak',
      { ...basic, host: '::1', user: 'root', password: '', allowPublicKeyRetrieval: true },
    ],
    [
      'mysql://root@localhost/plak?socket=/run/a%20b/mysql.sock',
      { socketPath: '/run/a b/mysql.sock', user: 'root', password: '', database: 'plak' },
    ],
    [
      'mysql://plak:x@localhost/plak?socket=/run/mysql.sock&ssl=skip-verify',
      {
        socketPath: '/run/mysql.sock',
        user: 'plak',
        password: 'x',
        database: 'plak',
        ssl: { rejectUnauthorized: false },
      },
    ],
    ['mariadb://plak:x@db.example/plak?ssl=true', { ...basic, host: 'db.example', ssl: true }],
    [
      'mysql://plak:x@mysql/plak?allowPublicKeyRetrieval=true',
      { ...basic, host: 'mysql', allowPublicKeyRetrieval: true },
    ],
  ])('%s', (url, config) => {
    expect(databaseConfig(url)).toEqual(config)
  })

  const tls = (parameters: string, host = 'db.example') =>
    databaseConfig(`mysql://plak:x@${host}/plak?${parameters}`).ssl
  const certificate = { subject: { CN: 'other.example' }, subjectaltname: 'DNS:other.example' } as never
  const refuses = (ssl: ReturnType<typeof tls>) =>
    typeof ssl === 'object' && ssl.checkServerIdentity?.('', certificate) !== undefined

  test('TLS is asked for as it was wished: authority, certificate, name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plak-ca-'))
    const file = join(folder, 'ca.pem')
    writeFileSync(file, 'an authority')
    const sslca = `sslca=${encodeURIComponent(file)}`
    expect(tls('ssl=false')).toBe(undefined)
    expect(tls('ssl=skip-verify')).toEqual({ rejectUnauthorized: false })
    for (const parameters of [sslca, `ssl=true&${sslca}`, `ssl=verify-ca&${sslca}`])
      expect(tls(parameters)).toMatchObject({ rejectUnauthorized: true, ca: 'an authority' })
    expect([sslca, `ssl=verify-ca&${sslca}`, 'ssl=verify-ca'].map((each) => refuses(tls(each)))).toEqual([
      true,
      false,
      false,
    ])
    expect(refuses(tls('ssl=true', '192.0.2.7'))).toBe(true)
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['', 'is not an address'],
    ['postgres://a:secret@b/c', "begins with 'postgres:'"],
    ['mysql://a:secret@b', 'names no database'],
    ['mysql://a:sec%ret@b/c', "has a '%' that is not an escape"],
    [
      'mysql://a:secret@b/c?sslmode=require',
      "has the parameter 'sslmode', which is not known. Known are socket, ssl, sslca",
    ],
    ['mysql://a:secret@b/c?tls=true', "has the parameter 'tls', which is not known"],
    ['mysql://a:secret@b/c?connection_limit=5', "has the parameter 'connection_limit', which is not known"],
    [
      'mysql://a:secret@b/c?ssl=maybe',
      "says 'ssl=maybe': it must be one of true, false, verify-ca, skip-verify",
    ],
    ['mysql://a:secret@b/c?ssl=', "says 'ssl=': it must be one of"],
    ['mysql://a:secret@b/c?ssl=true&ssl=false', "has 'ssl' twice"],
    ['mysql://a:secret@b/c?allowPublicKeyRetrieval=yes', "says 'allowPublicKeyRetrieval=yes'"],
    [
      'mysql://a:secret@b/c?sslca=/nowhere/ca.pem',
      'names an authority (sslca=/nowhere/ca.pem) that cannot be read (ENOENT)',
    ],
    ['mysql://a:secret@b/c?ssl=skip-verify&sslca=/ca.pem', "says 'ssl=skip-verify' and names an authority"],
    ['mysql://a:secret@b/c?socket=/run/db.sock&ssl=true', 'asks for TLS (ssl, sslca) on a socket'],
  ])('refuses %s without telling the password', (url, problem) => {
    const refused = () => databaseConfig(url)
    expect(refused).toThrow(`DATABASE_URL ${problem}`)
    expect(refused).not.toThrow(/sec%?ret/)
  })
})

test.each([
  ['5.5.5-10.6.16-MariaDB', 'MariaDB 10.6.16'],
  ['10.10.7-MariaDB-log', 'MariaDB 10.10.7'],
  ['5.5.68-MariaDB', 'MariaDB 5.5.68'],
  ['8.0.21', 'MySQL 8.0.21'],
  ['5.7.44-log', 'MySQL 5.7.44'],
  ['5.5.5-10.11.6-MariaDB-0+deb12u1', null],
  ['10.11.0-MariaDB', null],
  ['11.8.2-MariaDB-ubu2404', null],
  ['8.0.22', null],
  ['8.0.36-28', null],
  ['8.4.3', null],
  ['9.1.0', null],
  ['something else', null],
])('a server of version %s: too old is %s', (version, named) => {
  if (named) expect(tooOld(version)).toContain(`${named}, which is too old. Plak needs MariaDB 10.11`)
  else expect(tooOld(version)).toBe(null)
})
