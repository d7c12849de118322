import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { personalData } from '../../server/account/personalData.ts'
import { accessWays } from '../../server/auth/accessWays.ts'
import { readPrismaSchema, type Field } from '../support/prismaSchema.ts'

const root = resolve(import.meta.dirname, '../..')
const { models } = readPrismaSchema(readFileSync(join(root, 'prisma/schema.prisma'), 'utf8'))

/** Columns of bytes without a secret: the id of a process, and texts that are compared byte by byte. */
const plainBytes = ['lease', 'text', 'key']

/** True for a column that can contain or identify a secret. */
const isSecret = ({ name, kind, type }: Field) =>
  kind !== 'object' &&
  (/hash|token|secret|credential|publicKey|nonce|verifier|password|subject$|code$/i.test(name) ||
    (type === 'Bytes' && !plainBytes.includes(name)))

/** Tables of a user with such a column that give no access to an account, and the reason. */
const others: Record<string, string> = {
  SpotifyConnection: 'its tokens open an account at Spotify, never one here',
  Play: 'its keys are hashes of names of music',
  UserPicture: 'the hash is the address of a picture, which is served to everybody',
  PictureUpload: 'the hash is that of a picture, which is served to everybody',
  PushDevice: 'belongs to a session, goes with it, and only takes messages',
  SpotifyAuthorization: 'belongs to a session, goes with it, and connects Spotify only',
}

const secretTables = models
  .filter(({ name, fields }) => {
    const { owner } = personalData[name as keyof typeof personalData]
    return owner !== 'nobody' && fields.some(isSecret)
  })
  .map(({ name }) => name)
const listed: string[] = Object.values(accessWays).flatMap(({ tables }) => [...tables])

describe('the ways to open an account', () => {
  it('are all on the list: a table with a secret of a user is, or has a reason', () => {
    const missing = secretTables.filter((name) => !listed.includes(name) && !(name in others))
    expect(missing).toEqual([])
  })

  it('are nothing but tables that there are, in one of the two lists', () => {
    const wrong = [...listed, ...Object.keys(others)].filter((name) => !secretTables.includes(name))
    expect(wrong).toEqual([])
    expect(Object.keys(others).filter((name) => listed.includes(name))).toEqual([])
  })

  it('are ended by the list alone', () => {
    // Each deletes one row that was used, removed or has expired.
    const allowed = [
      'server/auth/accessWays.ts',
      'server/auth/sessions.ts',
      'server/auth/passkeyRows.ts',
      'server/auth/tokenRows.ts',
      'server/auth/resetLinks.ts',
      'server/auth/emailLinks.ts',
    ]
    const deletes = /\b(session|passwordReset|emailLink|passkey|token|identity)\.delete/
    const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .map((file) => `server/${file}`)
      .filter((file) => file.endsWith('.ts') && !file.startsWith('server/generated'))
    const elsewhere = files.filter(
      (file) => !allowed.includes(file) && deletes.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(elsewhere).toEqual([])
  })
})
