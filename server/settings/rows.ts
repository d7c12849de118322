import { sql } from 'kysely'
import { settingNames, type SettingName } from '../../shared/settingNames.ts'
import { lacksTables, type Db, type Tx } from '../lib/db.ts'
import type { Log } from '../lib/http.ts'
import type { Seal } from '../lib/seal.ts'
import { kysely, rawQuery, rows, run } from '../lib/sql.ts'

// The stored settings: one row each, secrets encrypted, and the version of all of them.

const secrets: readonly SettingName[] = [
  'LASTFM_API_KEY',
  'SPOTIFY_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
]

export const isSecret = (name: SettingName): boolean => secrets.includes(name)

export type StoredSettings = {
  version: number
  values: ReadonlyMap<SettingName, string>
  /** secrets that no key opens; they count as not set */
  unreadable: ReadonlySet<SettingName>
}

export const nothingStored: StoredSettings = { version: 0, values: new Map(), unreadable: new Set() }

/** In another row, a secret cannot be opened. */
const ownerOf = (name: SettingName) => `setting:${name}`

const versionQuery = kysely.selectFrom('SettingsVersion').select('version').where('id', '=', 1)

export async function readVersion(db: Tx): Promise<number> {
  const [row] = await rows(db, versionQuery)
  return row?.version ?? 0
}

/** A database of an earlier version has no table of settings, and its own message at the start. */
export async function readStored(db: Db, seal: Pick<Seal, 'open'>): Promise<StoredSettings> {
  try {
    // The version first: values that are newer than it are read again.
    const version = await readVersion(db)
    return { version, ...(await readValues(db, seal)) }
  } catch (error) {
    if (lacksTables(error)) return nothingStored
    throw error
  }
}

export async function readValues(
  db: Tx,
  seal: Pick<Seal, 'open'>,
): Promise<Pick<StoredSettings, 'values' | 'unreadable'>> {
  const values = new Map<SettingName, string>()
  const unreadable = new Set<SettingName>()
  for (const { name: storedName, value, sealed } of await rows(
    db,
    kysely.selectFrom('Setting').selectAll(),
  )) {
    const name = settingNames.find((each) => each === storedName)
    if (!name) continue
    const text = sealed ? seal.open(sealed, ownerOf(name)) : value
    if (text === null) unreadable.add(name)
    else values.set(name, text)
  }
  return { values, unreadable }
}

/** Locks the settings against other writers until the transaction ends. Returns their version. */
export async function lockSettings(tx: Tx): Promise<number> {
  await run(
    tx,
    rawQuery(sql`INSERT INTO SettingsVersion (id, version) VALUES (1, 0) ON DUPLICATE KEY UPDATE id = id`),
  )
  const [row] = await rows(tx, versionQuery.forUpdate())
  return row!.version
}

/** Stores values, and deletes those that are null. Call lockSettings first. */
export async function writeSettings(
  tx: Tx,
  seal: Pick<Seal, 'seal'>,
  changes: ReadonlyMap<SettingName, string | null>,
): Promise<void> {
  for (const [name, text] of changes) {
    await run(tx, kysely.deleteFrom('Setting').where('name', '=', name))
    if (text === null) continue
    const row = isSecret(name)
      ? { name, value: null, sealed: seal.seal(text, ownerOf(name)) }
      : { name, value: text, sealed: null }
    await run(tx, kysely.insertInto('Setting').values(row))
  }
  const now = sql<number>`FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000)`
  const version = sql<number>`GREATEST(version + 1, ${now})`
  await run(tx, kysely.updateTable('SettingsVersion').set({ version }).where('id', '=', 1))
}

/** Encrypts secrets that the previous APP_SECRET opened with the new one. */
export async function resealSettings(db: Db, seal: Seal, log: Log): Promise<void> {
  try {
    const sealedRows = await rows(
      db,
      kysely.selectFrom('Setting').select(['name', 'sealed']).where('sealed', 'is not', null),
    )
    for (const { name: storedName, sealed } of sealedRows) {
      const name = settingNames.find((each) => each === storedName)
      const text = name && !seal.isCurrent(sealed!) ? seal.open(sealed!, ownerOf(name)) : null
      if (name === undefined || text === null) continue
      await run(
        db,
        kysely
          .updateTable('Setting')
          .set({ sealed: seal.seal(text, ownerOf(name)) })
          .where('name', '=', name)
          .where('sealed', '=', sealed!),
      )
    }
  } catch (error) {
    if (!lacksTables(error))
      log.warn({ err: error }, 'stored secrets cannot be encrypted with the new APP_SECRET')
  }
}
