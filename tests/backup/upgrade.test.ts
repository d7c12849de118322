import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mariadb'
import { expect, it, onTestFinished } from 'vitest'
import { backUpBeforeUpgrade } from '../../server/backup/beforeUpgrade.ts'
import { readBackup } from '../../server/backup/file.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { migrate, readMigrations } from '../../server/lib/migrate.ts'
import { folder, noDatabase, SECRET } from './place.ts'

it('what people wrote is in a file before an upgrade touches it', async () => {
  const place = folder()
  const url = noDatabase('upgrade')
  expect(await backUpBeforeUpgrade(url, SECRET, place), 'there is no database yet').toBeNull()

  const names = (await readMigrations()).map(({ name }) => name)
  const before = names.slice(0, -1)
  await migrate(url, undefined, { only: before })
  expect(await backUpBeforeUpgrade(url, SECRET, place), 'nobody is there').toBeNull()

  const connection = await createConnection(databaseConfig(url))
  onTestFinished(() => connection.end())
  await connection.query(
    `INSERT INTO User (nickname, email, updatedAt) VALUES ('ayse', 'ayse@plak.example', NOW(3))`,
  )
  const notAFolder = join(place, 'file')
  writeFileSync(notAFolder, '')
  await expect(backUpBeforeUpgrade(url, SECRET, join(notAFolder, 'backups'))).rejects.toThrow(
    /^The backup before the upgrade failed \(.+\)\. The database is as it was\. .+--no-backup$/,
  )

  const made = await backUpBeforeUpgrade(url, SECRET, place)
  expect(made!.file).toContain(join(place, 'plak-before-upgrade-'))
  const { header, footer } = await readBackup(made!.file)
  expect(header.lastMigration).toBe(before.at(-1))
  expect(footer.tables.User!.rows).toBe(1)

  await migrate(url)
  expect(await backUpBeforeUpgrade(url, SECRET, place), 'nothing is left to migrate').toBeNull()
})
