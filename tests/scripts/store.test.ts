import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { checkStore, describeStore, rememberStore } from '../../server/lib/store.ts'
import { folder, noDatabase } from '../backup/place.ts'
import { testConnection } from '../support/testServer.ts'

const nameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

describe('the note of a store', () => {
  it('accepts the same data at another address, and refuses other data and none', async () => {
    const data = folder()
    const [mine, others, none] = [noDatabase('mine'), noDatabase('others'), noDatabase('none')]
    const where = (databaseUrl: string, store: 'real' | 'demo' = 'real') =>
      ({ folder: data, store, kind: 'url', databaseUrl }) as const
    await Promise.all([migrate(mine), migrate(others)])
    // Without a record any data is adopted, including users of an earlier version.
    const connection = await testConnection(nameOf(mine))
    await connection.query(
      `INSERT INTO User (nickname, email, updatedAt) VALUES ('ayse', 'a@plak.test', NOW(3)), ('efe', 'e@plak.test', NOW(3))`,
    )
    await checkStore(where(mine))
    await rememberStore(where(mine))
    expect(await describeStore(where(mine))).toMatch(
      /^The data is in the database \S+_mine at .* \(DATABASE_URL\): 2 people\.$/,
    )
    const file = join(data, 'store.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await checkStore(where(mine))
    await checkStore(where(`${mine}${mine.includes('?') ? '&' : '?'}ssl=false`))
    const was = `The data of this installation was in the database ${nameOf(mine)} at`
    const wayOn = 'go on there with `npm start -- --move-data`.'
    for (const [url, why] of [
      [others, 'holds the data of another one'],
      [none, 'has no tables of Plak'],
    ] as const) {
      const refused = checkStore(where(url))
      await expect(refused).rejects.toThrow(was)
      await expect(refused).rejects.toThrow(why)
      await expect(refused).rejects.toThrow(wayOn)
    }
    // An emptied database at the right address is refused, too.
    await connection.query('UPDATE Installation SET store = REPEAT("0", 32)')
    await expect(checkStore(where(mine))).rejects.toThrow('holds the data of another one')
    await connection.end()
    // The demo has a record of its own: switching between the two is not a move.
    await checkStore(where(others, 'demo'))
    await rememberStore(where(others, 'demo'))
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(['real', 'demo'])
    writeFileSync(file, '{')
    await expect(checkStore(where(mine))).rejects.toThrow('store.json cannot be read')
  })
})
