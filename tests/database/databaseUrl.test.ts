import { describe, expect, test } from 'vitest'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'

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
    ['mariadb://plak:x@db.example/plak?ssl=true', { ...basic, host: 'db.example', ssl: true }],
    [
      'mysql://plak:x@mysql/plak?allowPublicKeyRetrieval=true',
      { ...basic, host: 'mysql', allowPublicKeyRetrieval: true },
    ],
  ])('%s', (url, config) => {
    expect(databaseConfig(url)).toEqual(config)
  })

  test.each([
    ['', 'is not an address'],
    ['postgres://a:secret@b/c', "begins with 'postgres:'"],
    ['mysql://a:secret@b', 'names no database'],
    ['mysql://a:sec%ret@b/c', "has a '%' that stands for nothing"],
  ])('refuses %s without telling the password', (url, problem) => {
    const refused = () => databaseConfig(url)
    expect(refused).toThrow(`DATABASE_URL ${problem}`)
    expect(refused).not.toThrow(/sec%?ret/)
  })
})
