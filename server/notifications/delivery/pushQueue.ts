import { sql, type Compilable } from 'kysely'
import type { Deps } from '../../core/deps.ts'
import { claimQuery, isFree, makeLease, releaseQuery, type Lease } from '../../jobs/lease.ts'
import { kysely, rows, run } from '../../lib/sql.ts'
import { chunksOf } from '../read/rows.ts'

// The queue of push messages: a row for each group of a user's notifications. As with mail, the process's clock decides when it is
// due, and a lease which process sends it.

const SECOND = 1_000
/** delay after the first cause, in milliseconds: what is withdrawn in this time leaves no trace */
const PUSH_AFTER = 20 * SECOND
/** age in milliseconds at which a message is given up: push services keep it no longer, either */
export const PUSH_PATIENCE = 24 * 60 * 60 * SECOND
/** longer than the attempts for all devices of a user take */
const LEASE_SECONDS = 300

export type WaitingPush = {
  userId: number
  number: number
  /** ids of the devices that do not have it yet; null before the first attempt */
  devices: number[] | null
  attempts: number
  createdAt: Date
  lease: Lease
}

export type PushKeyOfRow = Pick<WaitingPush, 'userId' | 'number'>

/**
 * Returns the statements that queue groups. A group that waits for its first attempt keeps its time; one that was sent, or is
 * being sent, is sent again with what is new.
 */
export function pushInserts(groups: readonly PushKeyOfRow[], now: Date): Compilable[] {
  const notBefore = new Date(now.getTime() + PUSH_AFTER)
  const different = new Map(groups.map(({ userId, number }) => [`${userId} ${number}`, { userId, number }]))
  return chunksOf([...different.values()]).map((chunk) =>
    kysely
      .insertInto('Push')
      .values(chunk.map((group) => ({ ...group, createdAt: now, notBefore, attempts: 0 })))
      .onDuplicateKeyUpdate({
        // Assignments run in this order: `devices` is still the previous value here.
        notBefore: sql<Date>`IF(devices IS NULL, notBefore, VALUES(notBefore))`,
        createdAt: now,
        attempts: 0,
        lease: null,
        leasedUntil: null,
        devices: null,
      }),
  )
}

const dueNow = (now: Date) =>
  kysely
    .selectFrom('Push')
    .select(['userId', 'number'])
    .where('notBefore', '<=', now)
    .where(isFree)
    .orderBy('notBefore')
    .limit(1)

export async function claimPush({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<WaitingPush | null> {
  for (;;) {
    const [due] = await rows(db, dueNow(now()))
    if (!due) return null
    const lease = makeLease()
    const claim = claimQuery('Push', lease, LEASE_SECONDS)
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('userId', '=', due.userId)
      .where('number', '=', due.number)
    if ((await run(db, claim)) === 0) continue
    const row = await db.push.findUnique({ where: { userId_number: due, lease } })
    if (!row) continue
    const { userId, number, attempts, createdAt, devices } = row
    return { userId, number, attempts, createdAt, lease, devices: devices === null ? null : idsIn(devices) }
  }
}

const idsIn = (text: string) => text.split(' ').filter(Boolean).map(Number)

const ofPush = ({ userId, number }: PushKeyOfRow) => sql<boolean>`(userId = ${userId} AND number = ${number})`

/** Stores the devices that do not have it yet. Returns false if the row has been renewed meanwhile. */
export async function keepDevices(
  { db }: Pick<Deps, 'db'>,
  push: WaitingPush,
  devices: readonly number[],
): Promise<boolean> {
  const update = kysely
    .updateTable('Push')
    .set({ devices: devices.join(' ') })
    .where('lease', '=', push.lease)
    .where(ofPush(push))
  return (await run(db, update)) > 0
}

export const dropPush = ({ db }: Pick<Deps, 'db'>, { userId, number, lease }: WaitingPush) =>
  db.push.deleteMany({ where: { userId, number, lease } })

export const postponePush = ({ db }: Pick<Deps, 'db'>, push: WaitingPush, notBefore: Date) =>
  run(db, releaseQuery('Push', push.lease).set({ notBefore }).where(ofPush(push)))

/** Deletes what nobody sends, because the product no longer has an https address. */
export async function deleteExpiredPushes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const end = new Date(now().getTime() - 2 * PUSH_PATIENCE)
  return (await db.push.deleteMany({ where: { createdAt: { lt: end } } })).count
}
