import { describe, expect, it } from 'vitest'
import { readPrismaSchema } from '../support/prismaSchema.ts'
import { filesIn, read } from './source.ts'
import { tablesWrittenBy, UNNAMED, type Relations } from './tableWrites.ts'

// Every table is written in only one folder of server/ (CONTRIBUTING.md): that folder knows what else must change with it.

/** The folder of server/ that writes each table. If a folder does not exist yet, the writers will move to it. */
const owners: Record<string, readonly string[]> = {
  auth: ['Session', 'Identity', 'PasswordReset', 'EmailLink', 'Invitation', 'Passkey', 'Token'],
  users: ['User', 'ProfileLink', 'TopAlbum', 'UserPicture'],
  mail: ['Mail'],
  pictures: ['Picture', 'PictureUpload'],
  catalog: [
    'Album',
    'AlbumAlias',
    'AlbumLink',
    'AlbumMerge',
    'AlbumMergeRow',
    'AlbumWord',
    'Genre',
    'AlbumGenre',
    'AlbumRank',
    'RankChange',
    'AlbumChange',
    'ReleaseGroup',
    'CatalogRequest',
    'Chart',
    'Artist',
    'ServicePicture',
    'Word',
    'WordHead',
  ],
  logs: ['Log', 'ListeningChange', 'Tag', 'LogTag', 'Opinion', 'Favorite'],
  listenLater: ['ListenLater'],
  suggestions: ['Taste', 'TasteState'],
  likes: ['ReviewLike', 'ListLike', 'CommentLike'],
  follows: ['Follow', 'FollowRequest'],
  people: ['Block', 'Mute'],
  submissions: ['Submission'],
  lists: ['List', 'ListRevision', 'ListText', 'ListAlbum'],
  comments: ['Comment', 'CommentCount'],
  imports: ['Import', 'ImportAlbum', 'ImportRow'],
  notifications: [
    'NotificationState',
    'NotificationGroup',
    'Notification',
    'NotificationSetting',
    'Digest',
    'MutedThread',
    'Mention',
    'Announcement',
    'Push',
  ],
  push: ['PushKey', 'PushDevice'],
  spotify: ['SpotifyConnection', 'SpotifyAuthorization'],
  live: ['Event', 'EventLog'],
  moderation: ['Report', 'ModerationAction', 'AlbumEdit'],
  account: ['DeletedAccount'],
  core: ['AuditEntry'],
  jobs: ['Job', 'Lease'],
  backup: ['Installation', 'Heartbeat'],
  clients: ['ServicePace'],
  settings: ['Setting', 'SettingsVersion'],
  setup: ['Setup'],
  scrobbling: ['Scrobbling'],
  plays: ['Play', 'PlayPull', 'PlayPrompt', 'PromptCheck'],
}

/** Files that write a table without containing its name, and these tables. */
const unnamed: Record<string, readonly string[]> = {
  // Each kind of like has a table of its own.
  'server/likes/write.ts': ['ReviewLike', 'ListLike', 'CommentLike'],
  'server/likes/deletion.ts': ['ReviewLike', 'ListLike', 'CommentLike'],
  // A restore fills a database that no process uses.
  'server/backup/load.ts': [],
  // Tables that are not in the schema.
  'server/backup/restore.ts': [],
  'server/lib/migrationTurn.ts': [],
  // Their callers pass the name of the table.
  'server/lib/sql.ts': [],
  'server/jobs/lease.ts': [],
}

/** Tables that only the previous release writes; the next one drops them. */
const unused = ['Lease']

const { models } = readPrismaSchema(read('prisma/schema.prisma'))
const relations: Relations = {
  tables: new Map(models.map(({ name }) => [name[0]!.toLowerCase() + name.slice(1), name])),
  related: new Map(
    models.flatMap(({ name, fields }) =>
      fields.filter(({ kind }) => kind === 'object').map((field) => [`${name}.${field.name}`, field.type]),
    ),
  ),
}
const writersOf = new Map<string, Set<string>>()
const filesWithUnnamed: string[] = []
for (const file of filesIn('server')) {
  const tables = tablesWrittenBy(file, read(file), relations)
  if (tables.delete(UNNAMED)) filesWithUnnamed.push(file)
  for (const table of [...tables, ...(unnamed[file] ?? [])])
    writersOf.set(table, (writersOf.get(table) ?? new Set()).add(file.split('/')[1]!))
}
const ownerOf = new Map(
  Object.entries(owners).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
)

describe('a table', () => {
  it('has one owner', () => {
    const listed = Object.values(owners).flat()
    expect(listed.toSorted()).toEqual(models.map(({ name }) => name).toSorted())
  })

  it('is written by somebody', () => {
    expect([...ownerOf.keys()].filter((table) => !writersOf.has(table))).toEqual(unused)
  })

  it('is written in the folder of its owner only', () => {
    const others = [...ownerOf].flatMap(([table, owner]) => {
      const folders = [...(writersOf.get(table) ?? [])].filter((folder) => folder !== owner).toSorted()
      return folders.length > 0 ? [[table, folders]] : []
    })
    expect(others).toEqual([])
  })

  it('is named where it is written', () => {
    expect(filesWithUnnamed.toSorted()).toEqual(Object.keys(unnamed).toSorted())
    const foreign = [...writersOf.keys()].filter((table) => !ownerOf.has(table))
    expect(foreign).toEqual(['_prisma_migrations'])
  })
})

describe('a write is seen', () => {
  const written = (source: string) =>
    [
      ...tablesWrittenBy('a.ts', `import { insertRows as add } from '../lib/sql.ts'\n${source}`, relations),
    ].toSorted()

  it.each([
    ['of Prisma’s client', 'await tx.log.update({ where: { id }, data })', ['Log']],
    ['of many rows', 'deps.db.importRow.createMany({ data: rows.map((row) => row) })', ['ImportRow']],
    ['without an argument', 'db.heartbeat.deleteMany()', ['Heartbeat']],
    ['of a model by its name', "db['topAlbum'].deleteMany({})", ['TopAlbum']],
    ['of a model in a variable', 'db[model].deleteMany({})', [UNNAMED]],
    [
      'of a model taken out of its client',
      'const { mute } = db; mute.upsert({ where, create, update })',
      ['Mute'],
    ],
    [
      'within one of another table',
      'tx.list.create({ data: { albums: { create: [{ albumId }] } } })',
      ['List', 'ListAlbum'],
    ],
    [
      'within one that is within',
      'tx.user.update({ where, data: { lists: { update: { where, data: { text: { delete: true } } } } } })',
      ['List', 'ListText', 'User'],
    ],
    ['of Kysely', "run(tx, kysely.updateTable('ImportRow as r').set(values))", ['ImportRow']],
    [
      'of Kysely, joined tables',
      "kysely.updateTable(['LogTag as t', 'Log as l']).set(values)",
      ['Log', 'LogTag'],
    ],
    ['of Kysely, deleting', "kysely.deleteFrom('Tag').where('id', '=', id)", ['Tag']],
    ['of Kysely, a table in a variable', 'kysely.insertInto(table).values(rows)', [UNNAMED]],
    ['of a helper', "add(tx, 'Opinion', opinions, { orUpdate: ['rating'] })", ['Opinion']],
    ['of SQL', 'tx.$executeRaw`INSERT IGNORE INTO Favorite (userId) VALUES (${id})`', ['Favorite']],
    ['of SQL that replaces', "connection.query('REPLACE INTO EventLog VALUES (1)')", ['EventLog']],
    ['of SQL that empties', 'connection.query(`TRUNCATE TABLE Heartbeat`)', ['Heartbeat']],
    ['of SQL with marks', 'db.$executeRawUnsafe("UPDATE `User` SET `bio` = 1")', ['User']],
    ['of SQL with a table in a variable', 'tx.$executeRaw`DELETE FROM ${table} WHERE id = ${id}`', [UNNAMED]],
    [
      'of joined tables: the one whose columns are set',
      'tx.$executeRaw`UPDATE Log l JOIN LogTag t ON t.logId = l.id SET l.version = l.version + 1 WHERE t.tagId = ${id}`',
      ['Log'],
    ],
    [
      'of joined tables, both',
      'tx.$executeRaw`UPDATE Opinion AS o JOIN User u ON u.id = o.userId SET o.rating = 1, u.bio = 2`',
      ['Opinion', 'User'],
    ],
    [
      'of joined tables: the one whose rows are deleted',
      'tx.$executeRaw`DELETE t FROM LogTag t JOIN Tag o ON o.id = t.tagId WHERE o.id = ${id}`',
      ['LogTag'],
    ],
    [
      'that selects from another one',
      'sql`INSERT INTO ListRevision (listId) SELECT id FROM List WHERE userId = ${id} ON DUPLICATE KEY UPDATE listId = 1`',
      ['ListRevision'],
    ],
  ])('%s', (_, source, tables) => {
    expect(written(source)).toEqual(tables)
  })

  it.each([
    ['a read', 'await db.log.findMany({}); kysely.selectFrom("Log")'],
    ['a lock', 'tx.$queryRaw`SELECT id FROM User WHERE id = ${id} FOR UPDATE`'],
    ['a map of the name', 'here.people.delete(id); sessions[id].delete(1)'],
    ['a comment', '// INSERT INTO Log\n/** DELETE FROM Log */'],
    ['another helper of the name', 'insertRows(tx, "Log", rows)'],
  ])('and not %s', (_, source) => {
    expect(written(source)).toEqual([])
  })
})
