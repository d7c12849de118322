import { change, type WriteDeps } from '../../core/change.ts'
import { kysely, rows, runAll } from '../../lib/sql.ts'
import { theseRows, unique, type Key } from '../read/rows.ts'
import { groupCorrections } from './groups.ts'
import { emitTouched, lockStates, rowDeletions } from './states.ts'

/** retention of notifications, in milliseconds, and maximum number per user */
const RETENTION = 180 * 24 * 60 * 60 * 1_000
const MOST = 5_000
const STEP = 500

export async function deleteExpiredNotifications(deps: WriteDeps, signal?: AbortSignal): Promise<number> {
  const end = new Date(deps.now().getTime() - RETENTION)
  let deleted = 0
  for (const userId of await findUsersWithMany(deps))
    deleted += await deleteAll(deps, () => readExcess(deps, userId), signal)
  return deleted + (await deleteAll(deps, () => readExpired(deps, end), signal))
}

async function deleteAll(deps: WriteDeps, read: () => Promise<Key[]>, signal?: AbortSignal): Promise<number> {
  for (let deleted = 0; ;) {
    const keys = signal?.aborted ? [] : await read()
    if (keys.length === 0) return deleted
    await deleteStep(deps, keys)
    deleted += keys.length
  }
}

const readExpired = ({ db }: WriteDeps, end: Date): Promise<Key[]> =>
  rows(
    db,
    kysely.selectFrom('Notification').select(['userId', 'position']).where('createdAt', '<', end).limit(STEP),
  )

/** Withdrawn rows count too, so that an index is enough; `readExcess` leaves them out, and may find nothing to delete. */
async function findUsersWithMany({ db }: WriteDeps): Promise<number[]> {
  const users = await rows(
    db,
    kysely
      .selectFrom('Notification')
      .select('userId')
      .groupBy('userId')
      .having((eb) => eb(eb.fn.countAll<number>(), '>', MOST)),
  )
  return users.map(({ userId }) => userId)
}

async function readExcess({ db }: WriteDeps, userId: number): Promise<Key[]> {
  const ofUser = kysely.selectFrom('Notification').where('userId', '=', userId)
  const [last] = await rows(
    db,
    ofUser.select('position').where('fate', '<>', 'gone').orderBy('position', 'desc').limit(1).offset(MOST),
  )
  if (!last) return []
  return await rows(
    db,
    ofUser
      .select(['userId', 'position'])
      .where('position', '<=', last.position)
      .orderBy('position')
      .limit(STEP),
  )
}

async function deleteStep(deps: WriteDeps, keys: readonly Key[]): Promise<void> {
  await change(deps, async (write) => {
    const userIds = unique(keys.map(({ userId }) => userId))
    await lockStates(write.tx, userIds)
    const grouped = await rows(
      write.tx,
      kysely
        .selectFrom('Notification')
        .select((eb) => ['userId', eb.ref('groupId').$notNull().as('number')])
        .where(theseRows(keys))
        .where('groupId', 'is not', null),
    )
    await runAll(write.tx, [...rowDeletions(keys), ...groupCorrections(grouped)])
    emitTouched(write.emit, userIds)
  })
}
