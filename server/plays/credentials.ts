import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import { batchedOn } from '../lib/batch.ts'
import { tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'

// The secret of a user's players. In ListenBrainz' protocol it is the token. In Last.fm's protocols it is the password, or players
// prove that they know its MD5; then they use a session key, which is derived from the secret and ends with it.

/** A user whose player sends plays. */
export type Scrobbler = { id: number; nickname: string }

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Encryption context: the MD5 cannot be decrypted in the row of another user. */
const ownerOf = (userId: number) => `Scrobbling:${userId}`

const SESSION_KEY = 32
const sessionKeyOf = (secretMd5: string): string =>
  createHmac('sha256', secretMd5).update('plak: session key').digest('hex').slice(0, SESSION_KEY)

/** Some players check that it is a UUID; mpdscribble takes a password of 32 characters for an MD5. */
export function makeSecret({ seal }: Pick<Deps, 'seal'>, userId: number) {
  const secret = randomUUID()
  const secretMd5 = md5(secret)
  return {
    secret,
    columns: {
      secretHash: tokenHash(secret),
      sealedSecret: seal.seal(secretMd5, ownerOf(userId)),
      lastFour: secret.slice(-4),
      sessionHash: tokenHash(sessionKeyOf(secretMd5)),
    },
  }
}

const scrobblers = kysely
  .selectFrom('Scrobbling as s')
  .innerJoin('User as u', 'u.id', 's.userId')
  .select(['u.id', 'u.nickname', 's.sealedSecret', 's.secretHash'])
  .where('u.disabledAt', 'is', null)
const bySecrets = statement(({ hashes }: { hashes: Uint8Array[] }) =>
  scrobblers.where('s.secretHash', 'in', hashes),
)
const bySession = statement(({ hash }: { hash: Uint8Array }) => scrobblers.where('s.sessionHash', '=', hash))
const byNickname = statement(({ nickname }: { nickname: string }) =>
  scrobblers.where('u.nickname', '=', nickname),
)

type Row = Awaited<ReturnType<typeof bySecrets>>[number]
const scrobblerOf = (row: Row | undefined): Scrobbler | null =>
  row ? { id: row.id, nickname: row.nickname } : null

const nobodysHash = new Uint8Array(32)

/** Null for a secret that nobody has. */
export const findBySecret = batchedOn(
  async ({ db }: Pick<Deps, 'db'>, secrets: string[]): Promise<(Scrobbler | null)[]> => {
    const hashes = secrets.map(tokenHash)
    const rows = await bySecrets(db, { hashes: padded(hashes, nobodysHash) })
    return hashes.map((hash) =>
      scrobblerOf(rows.find(({ secretHash }) => Buffer.from(hash).equals(secretHash!))),
    )
  },
)

export const findBySession = async (db: Tx, sessionKey: string): Promise<Scrobbler | null> =>
  scrobblerOf((await bySession(db, { hash: tokenHash(sessionKey) }))[0])

/** `password` is the secret; `isProof` decides about a proof that was made with its MD5. */
export type Proof = { password: string } | { isProof: (secretMd5: string) => boolean }

/**
 * Returns the session key if the proof is right. `known` is the user if their scrobbling is on, also after a wrong proof.
 * A secret that was encrypted with a lost APP_SECRET opens no session.
 */
export async function openSession(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  nickname: string,
  proof: Proof,
): Promise<{ known: Scrobbler | null; sessionKey: string | null }> {
  const [row] = await byNickname(db, { nickname: nickname.trim().toLowerCase() })
  if (!row?.sealedSecret || !row.secretHash) return { known: null, sessionKey: null }
  const secretMd5 =
    'password' in proof
      ? timingSafeEqual(row.secretHash, tokenHash(proof.password)) && md5(proof.password)
      : seal.open(row.sealedSecret, ownerOf(row.id))
  const isRight = secretMd5 && ('password' in proof || proof.isProof(secretMd5))
  return { known: scrobblerOf(row), sessionKey: isRight ? sessionKeyOf(secretMd5) : null }
}

/** Proofs of Last.fm's protocols. */
export const authTokenOf = (username: string, secretMd5: string): string => md5(username + secretMd5)
export const handshakeOf = (secretMd5: string, time: string): string => md5(secretMd5 + time)
