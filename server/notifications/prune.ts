import { change, type WriteDeps } from '../core/change.ts'
import { kysely, rows } from '../lib/sql.ts'
import { settleGroups } from './groups.ts'
import { emitTouched } from './notify.ts'
import { chunked, grouped, lockStates, rowColumns, theseRows } from './rows.ts'

/** retention of notifications, in milliseconds, and maximum number per user */
const KEPT = 180 * 24 * 60 * 60 * 1_000
const MOST = 5_000
/** number of rows deleted per transaction */
const STEP = 500

type Needs = WriteDeps
type Key = { userId: number; position: number }

/** Deletes expired notifications, and the oldest ones of users who have too many; returns how many. */
export async function pruneNotifications(deps: Needs, signal?: AbortSignal): Promise<number> {
  const before = new Date(deps.now().getTime() - KEPT)
  let removed = 0
  for (const userId of await peopleWithMany(deps))
    removed += await removeAll(deps, () => readBeyond(deps, userId), signal)
  return removed + (await removeAll(deps, () => readOld(deps, before), signal))
}

async function removeAll(deps: Needs, read: () => Promise<Key[]>, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ;) {
    const found = signal?.aborted ? [] : await read()
    if (found.length === 0) return removed
    await remove(deps, found)
    removed += found.length
  }
}

const readOld = ({ db }: Needs, before: Date): Promise<Key[]> =>
  rows(
    db,
    kysely
      .selectFrom('Notification')
      .select(['userId', 'position'])
      .where('createdAt', '<', before)
      .limit(STEP),
  )

async function peopleWithMany({ db }: Needs): Promise<number[]> {
  const found = await rows(
    db,
    kysely
      .selectFrom('Notification')
      .select('userId')
      .groupBy('userId')
      .having((eb) => eb(eb.fn.countAll<number>(), '>', MOST)),
  )
  return found.map(({ userId }) => userId)
}

/** Reads a batch of the oldest notifications of a user that exceed the maximum number. */
async function readBeyond({ db }: Needs, userId: number): Promise<Key[]> {
  const [last] = await rows(
    db,
    kysely
      .selectFrom('Notification')
      .select('position')
      .where('userId', '=', userId)
      .where('fate', '<>', 'gone')
      .orderBy('position', 'desc')
      .limit(1)
      .offset(MOST),
  )
  if (!last) return []
  return await rows(
    db,
    kysely
      .selectFrom('Notification')
      .select(['userId', 'position'])
      .where('userId', '=', userId)
      .where('position', '<=', last.position)
      .orderBy('position')
      .limit(STEP),
  )
}

async function remove(deps: Needs, found: readonly Key[]): Promise<void> {
  await change(deps, async (write) => {
    const people = [...grouped(found, ({ userId }) => userId).keys()]
    await lockStates(write.tx, people)
    for (const some of chunked(found)) {
      const gone = await rows(
        write.tx,
        kysely
          .selectFrom('Notification as n')
          .select(rowColumns)
          .where((eb) =>
            eb.or(
              some.map(({ userId, position }) =>
                eb.and([eb('n.userId', '=', userId), eb('n.position', '=', position)]),
              ),
            ),
          ),
      )
      await write.tx.$executeRaw`DELETE FROM Notification WHERE ${theseRows(some)}`
      await settleGroups(
        write.tx,
        gone.flatMap(({ userId, groupId }) => (groupId === null ? [] : [{ userId, number: groupId }])),
      )
    }
    emitTouched(write, people)
  })
}
