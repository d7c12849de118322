import type { FastifyBaseLogger } from 'fastify'
import type { ActionKind } from '../../shared/moderation.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { network } from '../lib/callers.ts'
import { deleteInChunks } from '../lib/chunks.ts'
import { isDatabaseDown, type Db, type Tx } from '../lib/db.ts'

/** The events of the trail. An attack causes thousands of those in `flooding` a second. */
type AuditEvent =
  | 'login'
  | 'login.failed'
  | 'logout'
  | 'register'
  | 'google.connected'
  | 'password.changed'
  | 'password.link'
  | 'password.reset'
  | 'email.link'
  | 'email.changed'
  | 'email.confirmed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'session.ended'
  | 'account.deleted'
  | 'throttle.reached'
  | 'access.refused'
  | 'gate.refused'
  | 'socket.flood'
  | ModerationEvent
  | AdminEvent
/** what a moderator decides */
type ModerationEvent = `moderation.${ActionKind | 'undo'}`
/** a task of the operator's */
type AdminEvent = `admin.${string}`

const flooding = new Set<AuditEvent>([
  'login.failed',
  'throttle.reached',
  'access.refused',
  'gate.refused',
  'socket.flood',
])

/**
 * A security event. `detail` holds ids, numbers and words of ours: never a secret, an e-mail address, a nickname or anything
 * else that somebody typed.
 */
export type AuditLine = {
  event: AuditEvent
  /** the id of the person who did it; null for a visitor, and for an operator, whose events are `admin.…` */
  actor: number | null
  /** the id of the account that it was done to */
  subject?: number | null
  /** the caller's IP address */
  address?: string | null
  detail?: Record<string, string | number | boolean | null>
}

type Row = Prisma.AuditEntryCreateManyInput

/** rows wait so long for others, in milliseconds, or until there are so many */
const FLUSH_EVERY = 1_000
const FLUSH_AT = 100
/** while the database is away so many rows wait; then the oldest go (their log lines stand) */
const MOST_WAITING = 2_000
/** equal flooding events of a network within so many milliseconds are one row */
const WINDOW = 60_000
/** so many floods are counted separately; further ones only by their event */
const MOST_FLOODS = 500

/** as the columns have it */
const LONGEST_ADDRESS = 45
const LONGEST_DETAIL = 500

/** The trail of security events: a log line at once, a row of AuditEntry within a second. */
export type Audit = {
  /** Notes an event. It costs the caller no statement: rows are written in batches. */
  note: (line: AuditLine) => void
  /**
   * Writes an event in the transaction of what it is about, where no change may stand without its line; the log has it, too.
   */
  write: (tx: Pick<Tx, 'auditEntry'>, line: AuditLine) => Promise<void>
  /** Writes what waits. @throws when the database cannot be reached */
  flush: () => Promise<void>
  /** Writes what waits, if that is possible, and ends. */
  close: () => Promise<void>
}

export function makeAudit({
  db,
  log,
  now,
}: {
  db: Pick<Db, 'auditEntry'>
  log: FastifyBaseLogger
  now: () => Date
}): Audit {
  // Regardless of the log level: an operator who logs only errors still needs the security events.
  const lines = log.level === 'silent' ? null : log.child({}, { level: 'info' })
  const floods = new Map<string, { row: Row; times: number; until: number }>()
  let waiting: Row[] = []
  let dropped = 0
  let isAway = false
  let writing: Promise<void> | null = null

  const say = (line: AuditLine) => lines?.info({ audit: line.event, ...said(line) }, 'security event')

  async function write(tx: Pick<Tx, 'auditEntry'>, line: AuditLine): Promise<void> {
    await tx.auditEntry.create({ data: rowOf(line, now()), select: { id: true } })
    say(line)
  }

  function note(line: AuditLine): void {
    say(line)
    const row = rowOf(line, now())
    if (!flooding.has(line.event) || isFirst(row)) add(row)
  }

  /** Whether a flood begins with it; one that goes on is counted. */
  function isFirst(row: Row): boolean {
    const at = [row.event, row.address ? network(row.address) : '', row.subjectId, row.detail].join()
    const isMany = floods.size >= MOST_FLOODS && !floods.has(at)
    const key = isMany ? row.event : at
    const known = floods.get(key)
    if (known) {
      known.times++
      return false
    }
    const kept = isMany ? { ...row, actorId: null, subjectId: null, address: null, detail: null } : row
    floods.set(key, { row: kept, times: 0, until: Date.now() + WINDOW })
    return true
  }

  function add(row: Row): void {
    waiting.push(row)
    if (waiting.length > MOST_WAITING) {
      waiting.shift()
      dropped++
    }
    if (waiting.length >= FLUSH_AT && !writing) void flushQuietly()
  }

  /** What a flood counted becomes a row when its window is over. */
  function endFloods(moment: number): void {
    for (const [key, { row, times, until }] of floods) {
      if (until > moment) continue
      floods.delete(key)
      if (times > 0) add({ ...row, createdAt: now(), times })
    }
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, FLUSH_AT)
      try {
        await db.auditEntry.createMany({ data: batch })
      } catch (error) {
        // Rows that the database refuses would be refused each time.
        if (isDatabaseDown(error)) waiting.unshift(...batch)
        throw error
      }
    }
    isAway = false
    if (dropped > 0) log.warn({ dropped }, 'lines of the audit trail were dropped: the database was away')
    dropped = 0
  }

  /** One after the other: rows of a failed write must not be written twice. */
  async function flush(): Promise<void> {
    while (writing) await writing.catch(() => {})
    writing = writeWaiting().finally(() => (writing = null))
    await writing
  }
  const flushQuietly = () =>
    flush().catch((error: unknown) => {
      // It is tried each second; one warning is enough.
      if (!isAway) log.warn({ err: error }, 'the audit trail could not be written')
      isAway = true
    })

  const timer = setInterval(() => {
    endFloods(Date.now())
    if (waiting.length > 0 && !writing) void flushQuietly()
  }, FLUSH_EVERY)
  timer.unref()

  return {
    note,
    write,
    flush,
    async close() {
      clearInterval(timer)
      endFloods(Infinity)
      await flushQuietly()
    },
  }
}

const said = ({ actor, subject, address, detail }: AuditLine) => ({
  actor,
  ...(typeof subject === 'number' && { subject }),
  ...(address && { address }),
  ...(detail && { detail }),
})

function rowOf({ event, actor, subject, address, detail }: AuditLine, createdAt: Date): Row {
  const json = detail ? JSON.stringify(detail) : null
  return {
    createdAt,
    event,
    actorId: actor,
    subjectId: subject ?? null,
    address: address ? address.slice(0, LONGEST_ADDRESS) : null,
    detail: json && json.length <= LONGEST_DETAIL ? json : null,
  }
}

/** lines with an address are kept for so long, in milliseconds */
const ADDRESSES_KEPT = 90 * 24 * 60 * 60 * 1_000

/** Deletes old lines that contain an address; returns how many. */
export function pruneAuditLines({ db, now }: { db: Db; now: () => Date }): Promise<number> {
  const before = new Date(now().getTime() - ADDRESSES_KEPT)
  return deleteInChunks(
    async (limit) => {
      const lines = await db.auditEntry.findMany({
        where: { createdAt: { lte: before }, address: { not: null } },
        orderBy: { createdAt: 'asc' },
        take: limit,
        select: { id: true },
      })
      return lines.map(({ id }) => id)
    },
    (ids) => db.$executeRaw`DELETE FROM AuditEntry WHERE id IN (${Prisma.join(ids)})`,
  )
}
