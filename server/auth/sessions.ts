import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { topics } from '../../shared/events.ts'
import type { Tell } from '../change.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import type { Tx } from '../lib/db.ts'

const DAY = 24 * 60 * 60 * 1000
/** a session ends when nobody used it for so long, and in any case after `ABSOLUTE` */
const IDLE = 30 * DAY
const ABSOLUTE = 180 * DAY
/** how exact `lastSeenAt` is: it is not written at each request */
const SEEN_STEP = 10 * 60 * 1000

type SessionRow = {
  sessionId: number
  userId: number
  lastSeenAt: Date
  expiresAt: Date
  nickname: string
  avatar: string | null
  bio: string | null
}

/** Begins a session and gives the token for its cookie; only the token's hash is kept. */
export async function beginSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  userAgent: string,
): Promise<{ token: string; expires: Date }> {
  const token = newToken()
  const createdAt = now()
  const expires = new Date(createdAt.getTime() + ABSOLUTE)
  await db.session.create({
    data: {
      userId,
      tokenHash: tokenHash(token),
      userAgent: userAgent.slice(0, 255),
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: expires,
    },
    select: { id: true },
  })
  return { token, expires }
}

/** Whose session a token is; null when there is none, it ended, or the account is disabled. One read by a unique key. */
export async function findSession(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  token: string,
): Promise<SignedIn | null> {
  const moment = now()
  const [row] = await db.$queryRaw<SessionRow[]>`
    SELECT s.id AS sessionId, s.lastSeenAt, s.expiresAt, u.id AS userId, u.nickname, u.avatar, u.bio
    FROM Session s JOIN User u ON u.id = s.userId
    WHERE s.tokenHash = ${tokenHash(token)} AND s.expiresAt > ${moment}
      AND s.lastSeenAt > ${new Date(moment.getTime() - IDLE)} AND u.disabledAt IS NULL`
  if (!row) return null
  if (moment.getTime() - row.lastSeenAt.getTime() > SEEN_STEP) {
    db.$executeRaw`UPDATE Session SET lastSeenAt = ${moment} WHERE id = ${row.sessionId}`.catch((error) =>
      log.warn({ err: error }, 'a session could not be marked as seen'),
    )
  }
  const { userId, sessionId, expiresAt, nickname, avatar, bio } = row
  return { id: userId, sessionId, expiresAt, view: { nickname, avatar, bio } }
}

/** Ends one session of a person; every process closes the sockets that stand on it. */
export async function endSession(tx: Tx, tell: Tell, { id, sessionId }: SignedIn): Promise<void> {
  const ended = await tx.session.deleteMany({ where: { id: sessionId, userId: id } })
  if (ended.count > 0) tell(topics.session(id), { type: 'session.revoked', sessions: [sessionId] }, null)
}
