import { readFileSync } from 'node:fs'
import type { Connection } from 'mariadb'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { databasePrefix } from '../support/database.ts'
import { actualShape, wantedShape } from '../support/databaseShape.ts'
import { readPrismaSchema } from '../support/prismaSchema.ts'
import { dropDatabase, testConnection, testDatabaseUrl } from '../support/testServer.ts'

const schema = readFileSync('prisma/schema.prisma', 'utf8')
const name = `${databasePrefix(process.ppid)}shape`
let connection: Connection

beforeAll(async () => {
  await migrate(testDatabaseUrl(name))
  connection = await testConnection(name)
})
afterAll(() => connection.end())

describe('the migrated database', () => {
  test('is the one that schema.prisma describes', async () => {
    expect(await actualShape(connection)).toEqual(wantedShape(readPrismaSchema(schema)))
  })

  test('compares byte by byte what must not be confused', async () => {
    const rows = await connection.query<{ column: string; collation: string }[]>(
      `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS \`column\`, COLLATION_NAME AS collation
       FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> '_prisma_migrations' AND COLLATION_NAME IS NOT NULL`,
    )
    const of = (collation: string) =>
      rows.filter((row) => row.collation === collation).map(({ column }) => column)
    expect(of('ascii_bin').toSorted()).toEqual([
      'Album.releaseDate',
      'AlbumGenre.releaseDate',
      'AlbumLink.groupId',
      'AlbumRank.releaseDate',
      'Artist.id',
      'CatalogRequest.artistId',
      'Chart.name',
      'ListText.nickname',
      'Mail.about',
      'Mention.name',
      'Notification.kind',
      'Notification.mailAbout',
      'Notification.thing',
      'NotificationGroup.key',
      'NotificationSetting.kind',
      'Picture.hash',
      'PictureUpload.hash',
      'PictureUpload.id',
      'Push.devices',
      'PushDevice.endpoint',
      'ReleaseGroup.artistId',
      'ReleaseGroup.id',
      'ReleaseGroup.releaseDate',
      'ServicePicture.id',
      'Setting.name',
      'Submission.id',
      'Submission.procedure',
      'User.nickname',
      'UserPicture.hash',
    ])
    expect(of('utf8mb4_bin').toSorted()).toEqual([
      'Album.key',
      'Album.submission',
      'AlbumWord.word',
      'Artist.key',
      'Comment.submission',
      'EmailLink.email',
      'Event.topic',
      'Event.type',
      'EventLog.life',
      'Genre.name',
      'Identity.subject',
      'List.submission',
      'Log.submission',
      'Mail.to',
      'ReleaseGroup.key',
      'Tag.key',
      'TasteState.life',
      'User.email',
      'Word.word',
      'WordHead.head',
      'WordHead.omission',
    ])
    const known = /^(ascii_bin|utf8mb4_bin|utf8mb4_unicode_ci)$/
    expect(rows.filter(({ collation }) => !known.test(collation))).toEqual([])
  })

  test('has one row of the event log, with a life of its own', async () => {
    const rows = await connection.query<{ life: string; head: bigint }[]>('SELECT life, head FROM EventLog')
    expect(rows).toEqual([{ life: expect.stringMatching(/^[0-9a-f]{16}$/), head: 0n }])
  })

  test('belongs to utf8mb4 as a whole', async () => {
    const [row] = await connection.query<{ collation: string }[]>('SELECT @@collation_database AS collation')
    expect(row).toEqual({ collation: 'utf8mb4_unicode_ci' })
  })
})

describe('the comparison notices', () => {
  // Each single change of the schema must be detected. The database stays the same throughout.
  test.each([
    ['a column more', 'spotify      SpotifyConn', 'motto String? @db.VarChar(9)\n  spotify SpotifyConn'],
    ['a column less', '  userAgent  String   @default("") @db.VarChar(255)\n', ''],
    ['another length', '@db.VarChar(254)', '@db.VarChar(255)'],
    ['a sign', '@default(0) @db.UnsignedTinyInt', '@default(0) @db.TinyInt'],
    ['a required column', 'bio          String?', 'bio          String'],
    ['another default', '@default(manual)', '@default(spotify)'],
    ['another precision', 'expiresAt    DateTime  @db.DateTime(3)', 'expiresAt    DateTime  @db.DateTime(0)'],
    ['an index less', '  @@index([albumId, countedRating])\n', ''],
    ['an index in another order', '@@index([userId, feedAt, id])', '@@index([feedAt, userId, id])'],
    ['uniqueness', '@@index([spotifyId])', '@@unique([spotifyId])'],
    [
      'another deletion',
      '[userId], references: [id], onDelete: Cascade)\n\n  @@id([userId, position])',
      '[userId], references: [id])\n\n  @@id([userId, position])',
    ],
    ['a value of an enum', '  letterboxd\n', ''],
    [
      'a table less',
      '/// One row: where',
      'model Extra {\n id Int @id @db.UnsignedInt\n}\n/// One row: where',
    ],
  ])('%s', async (_, from, to) => {
    expect(schema).toContain(from)
    const changed = wantedShape(readPrismaSchema(schema.replace(from, to)))
    expect(await actualShape(connection)).not.toEqual(changed)
  })

  test('each change of the database', async () => {
    const url = testDatabaseUrl(`${databasePrefix(process.ppid)}changed`)
    await migrate(url)
    const name = new URL(url).pathname.slice(1)
    const changed = await testConnection(name)
    onTestFinished(async () => {
      await changed.end()
      await dropDatabase(name)
    })
    let known = wantedShape(readPrismaSchema(schema))
    for (const change of [
      'ALTER TABLE `List` DROP INDEX `List_createdAt_id_idx`',
      'ALTER TABLE `Favorite` DROP FOREIGN KEY `Favorite_albumId_fkey`',
      'ALTER TABLE `Album` MODIFY `image` VARCHAR(2000) NULL',
      'ALTER TABLE `Log` ADD COLUMN `mood` INT NULL',
    ]) {
      await changed.query(change)
      const now = await actualShape(changed)
      expect(now, change).not.toEqual(known)
      known = now
    }
  })
})
