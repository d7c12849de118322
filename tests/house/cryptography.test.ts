import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sources = ['server', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(ts|mjs)$/.test(file) && !file.startsWith('server/generated/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
)
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

/** Algorithms that a protocol prescribes, and the only files that use them. */
const prescribed: Record<string, readonly string[]> = {
  // RFC 8188, messages of web push.
  'aes-128-gcm': ['server/clients/push/encryption.ts'],
  // Last.fm's protocols, for a random secret.
  md5: ['server/plays/credentials.ts'],
}

it('hashes are SHA-256, and what is sealed is AES-256-GCM', () => {
  const calls = /(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync)\(\s*'([^']+)'/g
  const algorithms = sources.flatMap(({ file, text }) =>
    [...text.matchAll(calls)].map(([, name]) => name!).filter((name) => !prescribed[name]?.includes(file)),
  )
  expect([...new Set(algorithms)].toSorted()).toEqual(['aes-256-gcm', 'sha256'])
})

it('no statement calls MD5 or SHA1, which MySQL no longer has since version 9.6', () => {
  expect(filesWith(/(?<![\w.])(?:MD5|SHA1?)\(/)).toEqual([])
})

it('Math.random makes pauses, shuffled lists and seeds of tests, and no secret', () => {
  expect(filesWith(/Math\.random/).toSorted()).toEqual([
    'scripts/torture.mjs',
    'server/clients/servicePace.ts',
    'server/jobs/schedule.ts',
    'server/lib/cache.ts',
    'server/lib/db.ts',
    'server/lib/http.ts',
    'server/lib/migrationTurn.ts',
    'server/lib/redis.ts',
    'server/lists/read/random.ts',
    'server/plays/pulls/walk.ts',
  ])
})

it('no program is started through a shell', () => {
  expect(filesWith(/\bshell:|\{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/)).toEqual([])
})
