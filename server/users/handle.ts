import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import { addPasskeyHandle } from './write/credentials.ts'

/** The handle of a user is random, and created on first use. It is also the WebAuthn user handle. */
export async function handleOf({ db }: Pick<Deps, 'db'>, userId: number): Promise<Uint8Array<ArrayBuffer>> {
  const read = async () =>
    (await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passkeyHandle: true } }))
      .passkeyHandle
  const handle = await read()
  if (handle) return new Uint8Array(handle)
  const newHandle = new Uint8Array(randomBytes(64))
  await addPasskeyHandle(db, userId, newHandle)
  return new Uint8Array((await read()) ?? newHandle)
}

/**
 * Returns the id by which a device knows the account: it survives a change of the nickname, a restart and a restored backup, and
 * reveals nothing about the user.
 */
export async function accountOf(deps: Pick<Deps, 'db'>, userId: number): Promise<string> {
  const handle = await handleOf(deps, userId)
  return createHash('sha256').update('account ').update(handle).digest('base64url')
}
