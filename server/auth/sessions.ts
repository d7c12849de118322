import { createHash } from 'node:crypto'
import type { OwnSession } from '../../shared/auth.ts'
import { topics } from '../../shared/events.ts'
import { limits } from '../../shared/limits.ts'
import type { Texts } from '../../shared/texts.ts'
import { isVisible } from '../access/visibleTo.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import { deleteInChunks } from '../lib/chunks.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { kysely, run, statement } from '../lib/sql.ts'
import { writeLastSeen } from '../users/lastSeen.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { viewerView } from '../users/viewerView.ts'
import { deviceOf } from './userAgent.ts'

const DAY = 24 * 60 * 60 * 1000
/** how long an unused session lives, and how long any session lives, in milliseconds */
const IDLE = 30 * DAY
const ABSOLUTE = 180 * DAY
/** precision of `lastSeenAt`, in milliseconds: it is not written on each request */
const SEEN_STEP = 10 * 60 * 1000

const sessionOf = statement(({ hash, now, idle }: { hash: Uint8Array; now: Date; idle: Date }) =>
  kysely
    .selectFrom('Session as s')
    .innerJoin('User as u', 'u.id', 's.userId')
    .select([
      's.id as sessionId',
      's.lastSeenAt',
      's.expiresAt',
      'u.id as userId',
      'u.nickname',
      'u.avatar',
      'u.bio',
      'u.language',
      'u.timeZone',
      'u.role',
      'u.isWelcomed',
    ])
    .where('s.tokenHash', '=', hash)
    .where('s.expiresAt', '>', now)
    .where('s.lastSeenAt', '>', idle)
    .where(isVisible),
)

/** Only the hash of the token is stored. */
export type NewSession = { token: string; expires: Date }

export async function beginSession(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  userId: LockedUser,
  userAgent: string,
): Promise<NewSession> {
  const token = newToken()
  const expires = new Date(now.getTime() + ABSOLUTE)
  await tx.session.create({
    data: {
      userId,
      tokenHash: tokenHash(token),
      userAgent: userAgent.slice(0, 255),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: expires,
    },
    select: { id: true },
  })
  return { token, expires }
}

/** Returns null for a disabled account, too. One read by a unique key. */
export async function findSession(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  token: string,
): Promise<SignedIn | null> {
  const moment = now()
  const idle = new Date(moment.getTime() - IDLE)
  const [row] = await sessionOf(db, { hash: tokenHash(token), now: moment, idle })
  if (!row) return null
  if (moment.getTime() - row.lastSeenAt.getTime() > SEEN_STEP) {
    const update = kysely.updateTable('Session').set({ lastSeenAt: moment }).where('id', '=', row.sessionId)
    Promise.all([run(db, update), writeLastSeen(db, row.userId, moment)]).catch((error: unknown) =>
      log.warn({ err: error }, 'the last use of a session could not be stored'),
    )
  }
  const { userId, sessionId, expiresAt, language, timeZone, ...person } = row
  return { id: userId, sessionId, expiresAt, language, timeZone, view: viewerView(person) }
}

/** Call it before an account gets another way to be opened. @throws unauthorized if the session has ended since it was read */
export async function lockSession(
  tx: Tx,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
): Promise<LockedUser> {
  const user = await lockUser(tx, id)
  const isOpen = (await tx.session.count({ where: { id: sessionId, userId: id } })) > 0
  if (!isOpen) throw unauthorized('auth.loginRequired')
  return user
}

/** Every process closes the sockets of these sessions. */
async function revoke({ tx, emit }: Write, userId: number, rows: { id: number }[]): Promise<number> {
  if (rows.length === 0) return 0
  const sessions = rows.map(({ id }) => id)
  const { count } = await tx.session.deleteMany({ where: { id: { in: sessions }, userId } })
  if (count > 0) emit(topics.session(userId), { type: 'session.revoked', sessions }, null)
  return count
}

export const endSession = (write: Write, { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>) =>
  revoke(write, id, [{ id: sessionId }])

/** Keeps sessions that begin in the meantime. */
export async function endSessions(write: Write, userId: number, exceptId?: number): Promise<number> {
  const where = { userId, ...(exceptId !== undefined && { NOT: { id: exceptId } }) }
  return await revoke(write, userId, await write.tx.session.findMany({ where, select: { id: true } }))
}

/** Ends the least recently used sessions, so that one more is within the limit. */
export async function makeRoom(write: Write, userId: LockedUser): Promise<void> {
  const sessions = await write.tx.session.findMany({
    where: { userId },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  await revoke(write, userId, sessions.slice(limits.sessions - 1))
}

/** Public id of a session; neither the row nor the token can be derived from it. */
const publicId = (hash: Uint8Array) =>
  createHash('sha256').update('session').update(hash).digest('base64url').slice(0, 16)

export async function listSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn,
  texts: Texts,
): Promise<OwnSession[]> {
  const moment = now()
  const rows = await db.session.findMany({
    where: {
      userId: viewer.id,
      expiresAt: { gt: moment },
      lastSeenAt: { gt: new Date(moment.getTime() - IDLE) },
    },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ id, tokenHash: hash, userAgent, createdAt, lastSeenAt }) => ({
    id: publicId(hash),
    device: deviceOf(userAgent, texts),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === viewer.sessionId,
  }))
}

export async function endOwnSession(
  deps: WriteDeps & Pick<Deps, 'audit'>,
  { caller }: Pick<Context, 'caller'>,
  viewer: SignedIn,
  { id }: { id: string },
): Promise<{ current: boolean }> {
  const rows = await deps.db.session.findMany({
    where: { userId: viewer.id },
    select: { id: true, tokenHash: true },
  })
  const row = rows.find(({ tokenHash: hash }) => publicId(hash) === id)
  if (row) {
    await change(deps, (write) => endSession(write, { id: viewer.id, sessionId: row.id }))
    noteEnded(deps, caller.address, viewer, 1)
  }
  return { current: row?.id === viewer.sessionId }
}

export async function endOtherSessions(
  deps: WriteDeps & Pick<Deps, 'audit'>,
  { caller }: Pick<Context, 'caller'>,
  viewer: SignedIn,
): Promise<{ ended: number }> {
  const count = await change(deps, (write) => endSessions(write, viewer.id, viewer.sessionId))
  if (count > 0) noteEnded(deps, caller.address, viewer, count)
  return { ended: count }
}

const noteEnded = (
  { audit }: Pick<Deps, 'audit'>,
  address: string,
  { id }: SignedIn,
  sessions: number,
): void => audit.note({ event: 'session.ended', actor: id, address, detail: { sessions } })

export function pruneSessions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const moment = now()
  const idle = new Date(moment.getTime() - IDLE)
  return deleteInChunks(
    async (limit) => {
      const over = await db.session.findMany({
        where: { OR: [{ expiresAt: { lte: moment } }, { lastSeenAt: { lte: idle } }] },
        take: limit,
        select: { id: true },
      })
      return over.map(({ id }) => id)
    },
    (ids) => run(db, kysely.deleteFrom('Session').where('id', 'in', ids)),
  )
}
