import type { FastifyBaseLogger } from 'fastify'
import type { ActionKind } from '../../shared/moderation.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { network } from '../lib/callers.ts'
import { deleteInChunks } from '../lib/chunks.ts'
import { isDatabaseDown, type Db, type Tx } from '../lib/db.ts'
import { kysely, rows, run } from '../lib/sql.ts'

/** An attack can cause thousands of the events in `floodEvents` per second. */
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
  | 'token.created'
  | 'token.revoked'
  | 'token.used'
  | 'account.deleted'
  | 'throttle.reached'
  | 'access.refused'
  | 'gate.refused'
  | 'socket.flood'
  | ModerationEvent
  | AdminEvent
type ModerationEvent = `moderation.${ActionKind | 'undo' | 'merge' | 'editAlbum'}`
type AdminEvent = `admin.${string}`

const floodEvents = new Set<AuditEvent>([
  'login.failed',
  'throttle.reached',
  'access.refused',
  'gate.refused',
  'socket.flood',
])

/** `detail` holds only ids, numbers and fixed words: never a secret, an e-mail address, a nickname or any other user input. */
export type AuditLine = {
  event: AuditEvent
  /** id of the user who acted; null for visitors and for operators, whose events are `admin.…` */
  actor: number | null
  /** the account acted upon; by default the user's own */
  subject?: number | null
  address?: string | null
  detail?: Record<string, string | number | boolean | null>
}

type Row = Prisma.AuditEntryCreateManyInput

/** milliseconds, or number of rows, after which rows are written */
const FLUSH_EVERY = 1_000
const FLUSH_AT = 100
/** maximum number of waiting rows while the database is unreachable; then the oldest are dropped (their log lines remain) */
const MOST_WAITING = 2_000
/** equal flooding events of a network within this many milliseconds become one row */
const WINDOW = 60_000
/** maximum number of floods that are counted separately; further ones are counted by event only */
const MOST_FLOODS = 500

const LONGEST_ADDRESS = 45
const LONGEST_DETAIL = 500

/** Writes a log line immediately and a row of AuditEntry within a second. */
export type Audit = {
  /** The caller waits for no statement: rows are written in batches. */
  note: (line: AuditLine) => void
  /** For a change that must not exist without its row; also logs it. */
  write: (tx: Pick<Tx, 'auditEntry'>, line: AuditLine) => Promise<void>
  /** @throws when the database cannot be reached */
  flush: () => Promise<void>
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
  const say = (line: AuditLine) => lines?.info({ audit: line.event, ...fieldsOf(line) }, 'security event')
  const floods = makeFloods()
  const queue = makeQueue(db, log)

  function endFloods(moment: number): void {
    for (const row of floods.end(moment)) queue.add({ ...row, createdAt: now() })
  }
  const timer = setInterval(() => {
    endFloods(Date.now())
    if (queue.isWaiting()) void queue.flushQuietly()
  }, FLUSH_EVERY)
  timer.unref()

  return {
    note(line) {
      say(line)
      const row = rowOf(line, now())
      if (!floodEvents.has(line.event) || floods.isFirst(row)) queue.add(row)
    },
    async write(tx, line) {
      await tx.auditEntry.create({ data: rowOf(line, now()), select: { id: true } })
      say(line)
    },
    flush: queue.flush,
    async close() {
      clearInterval(timer)
      endFloods(Infinity)
      await queue.flushQuietly()
    },
  }
}

function makeFloods() {
  const floods = new Map<string, { row: Row; times: number; until: number }>()
  return {
    isFirst(row: Row): boolean {
      const floodKey = [row.event, row.address ? network(row.address) : '', row.subjectId, row.detail].join()
      const isMany = floods.size >= MOST_FLOODS && !floods.has(floodKey)
      const key = isMany ? row.event : floodKey
      const flood = floods.get(key)
      if (flood) {
        flood.times++
        return false
      }
      const first = isMany ? { ...row, actorId: null, subjectId: null, address: null, detail: null } : row
      floods.set(key, { row: first, times: 0, until: Date.now() + WINDOW })
      return true
    },
    /** Ends floods whose window is over; returns a row for each that had more than one event. */
    end(moment: number): Row[] {
      const endedFloods = [...floods].filter(([, { until }]) => until <= moment)
      for (const [key] of endedFloods) floods.delete(key)
      return endedFloods.flatMap(([, { row, times }]) => (times > 0 ? [{ ...row, times }] : []))
    },
  }
}

function makeQueue(db: Pick<Db, 'auditEntry'>, log: FastifyBaseLogger) {
  const queue: Row[] = []
  let dropped = 0
  let isAway = false
  let writing: Promise<void> | null = null
  const isWaiting = () => queue.length > 0 && !writing

  function add(row: Row): void {
    queue.push(row)
    if (queue.length > MOST_WAITING) {
      queue.shift()
      dropped++
    }
    if (queue.length >= FLUSH_AT && !writing) void flushQuietly()
  }

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, FLUSH_AT)
      try {
        await db.auditEntry.createMany({ data: batch })
      } catch (error) {
        // A row that the database rejects would be rejected again, so only rows of an unreachable database are kept.
        if (isDatabaseDown(error)) queue.unshift(...batch)
        throw error
      }
    }
    isAway = false
    if (dropped > 0) log.warn({ dropped }, 'audit entries were dropped: the database was unreachable')
    dropped = 0
  }

  /** Runs one write at a time: rows of a failed write must not be written twice. */
  async function flush(): Promise<void> {
    while (writing) await writing.catch(() => {})
    writing = writeAll().finally(() => (writing = null))
    await writing
  }

  const flushQuietly = () =>
    flush().catch((error: unknown) => {
      // The write is retried each second; one warning is enough.
      if (!isAway) log.warn({ err: error }, 'audit entries could not be written')
      isAway = true
    })

  return { add, flush, flushQuietly, isWaiting }
}

const fieldsOf = ({ actor, subject = actor, address, detail }: AuditLine) => ({
  actor,
  ...(typeof subject === 'number' && { subject }),
  ...(address && { address }),
  ...(detail && { detail }),
})

function rowOf({ event, actor, subject = actor, address, detail }: AuditLine, createdAt: Date): Row {
  const json = detail ? JSON.stringify(detail) : null
  return {
    createdAt,
    event,
    actorId: actor,
    subjectId: subject,
    address: address ? address.slice(0, LONGEST_ADDRESS) : null,
    detail: json && json.length <= LONGEST_DETAIL ? json : null,
  }
}

/** retention of lines with an address, in milliseconds */
const ADDRESSES_KEPT = 90 * 24 * 60 * 60 * 1_000

export function pruneAuditLines({ db, now }: { db: Db; now: () => Date }): Promise<number> {
  const expiry = new Date(now().getTime() - ADDRESSES_KEPT)
  const old = kysely
    .selectFrom('AuditEntry')
    .select('id')
    .where('createdAt', '<=', expiry)
    .where('address', 'is not', null)
    .orderBy('createdAt')
  return deleteInChunks(
    async (limit) => (await rows(db, old.limit(limit))).map(({ id }) => id),
    (ids) => run(db, kysely.deleteFrom('AuditEntry').where('id', 'in', ids)),
  )
}
