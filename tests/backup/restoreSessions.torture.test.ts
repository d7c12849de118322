import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeResetLink } from '../../server/account/operator.ts'
import { newToken, tokenHash } from '../../server/lib/crypto.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { admin, folder } from './place.ts'

const plak = runProduct()
let ayse: Person
beforeEach(async () => {
  ayse = await plak.harness.register('ayse')
})

describe('after a restore sessions and links', () => {
  const password = 'another stylus and a groove'
  let stolen: Person
  const feed = () => stolen.client.activity.feed.query({})

  /** Creates a backup with valid sessions and links, then changes the credentials of the two accounts. */
  async function backUp() {
    const { db, now } = plak.server.deps
    // The first start of a product assigns an id to its data.
    await db.installation.create({ data: { store: randomBytes(16).toString('hex') } })
    await plak.harness.register('zeynep')
    stolen = await plak.harness.login(ayse)
    const [first, second] = await db.user.findMany({ orderBy: { id: 'asc' } })
    const expiresAt = new Date(now().getTime() + 60 * 60 * 1_000)
    const reset = new URL((await makeResetLink(plak.server.deps, 'ayse')).link).hash.slice(1)
    const token = newToken()
    const email = 'zeynep@new.example'
    await db.emailLink.create({
      data: { userId: second!.id, purpose: 'change', email, tokenHash: tokenHash(token), expiresAt },
    })
    await db.invitation.create({ data: { codeHash: randomBytes(32), usesLeft: 1, expiresAt } })
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: first!.id } })
    await db.spotifyAuthorization.create({
      data: { userId: first!.id, sessionId, stateHash: randomBytes(32), verifier: randomBytes(32) },
    })
    const mail = { userId: first!.id, language: 'english', nonce: randomBytes(32), notBefore: now() }
    for (const kind of ['reset', 'confirm', 'change', 'digest'])
      await db.mail.create({ data: { ...mail, kind } })
    await ayse.client.tokens.create.mutate({
      name: 'Script',
      scopes: ['read'],
      expires: 'never',
      password: ayse.password,
    })
    const root = folder()
    const { last: file } = await admin(
      { databaseUrl: plak.server.deps.settings.DATABASE_URL, root },
      'backup',
    )
    const change = () => ayse.client.auth.changePassword.mutate({ current: ayse.password, next: password })
    await change()
    await zeynepOpens(token)
    await plak.server.deps.audit.flush()
    expect((await refusal(feed())).code).toBe('UNAUTHORIZED')
    return { root, file, reset }
  }
  const zeynepOpens = (token: string) => plak.harness.visitor().client.auth.confirmEmail.mutate({ token })

  it('of the backup are over, and it says how many accounts are as before', async () => {
    const { root, file, reset } = await backUp()
    const { code, stdout } = await admin(
      { databaseUrl: plak.server.deps.settings.DATABASE_URL, root },
      'restore',
      file,
      '--replace',
    )
    expect(code).toBe(0)
    expect(stdout).toContain('Everybody has to sign in again')
    expect(stdout).toContain(
      'Restored to their state at the backup: 1 password, passkeys of 0 accounts, 1 address.',
    )
    expect((await refusal(feed())).code).toBe('UNAUTHORIZED')
    const { db } = plak.server.deps
    expect((await db.mail.findMany()).map(({ kind }) => kind)).toEqual(['digest'])
    for (const table of [
      'session',
      'token',
      'passwordReset',
      'emailLink',
      'spotifyAuthorization',
      'invitation',
    ] as const)
      expect([table, await (db[table] as { count(): Promise<number> }).count()]).toEqual([table, 0])
    const used = plak.harness.visitor().client.auth.resetPassword.mutate({ token: reset, password })
    expect((await refusal(used)).code).toBe('BAD_REQUEST')
  })

  it('stay with --keep-sessions, for a move', async () => {
    const { root, file, reset } = await backUp()
    const restored = await admin(
      { databaseUrl: plak.server.deps.settings.DATABASE_URL, root },
      'restore',
      file,
      '--replace',
      '--keep-sessions',
    )
    expect([restored.code, restored.stdout]).toEqual([0, expect.not.stringContaining('sign in again')])
    await feed()
    expect(await plak.server.deps.db.mail.count()).toBe(4)
    expect(await plak.server.deps.db.token.count()).toBe(1)
    await plak.harness.visitor().client.auth.resetPassword.mutate({ token: reset, password })
  })
})
