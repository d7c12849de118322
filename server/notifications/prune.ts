import { change, type WriteDeps } from '../core/change.ts'
import { kysely, rows } from '../lib/sql.ts'
import { settleGroups } from './groups.ts'
import { emitTouched } from './notify.ts'
import { chunked, grouped, lockStates, rowColumns, theseRows } from './rows.ts'

/** Notifications are kept for so long, in milliseconds, and so many of one person. */
const KEPT = 180 * 24 * 60 * 60 * 1_000
const MOST = 5_000
/** rows that one transaction deletes */
const STEP = 500

type Needs = WriteDeps
type Key = { userId: number; position: number }

/** Deletes notifications that are too old, and of each person the oldest beyond the most that are kept; gives how many. */
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

/** The newest of what a person has too much of. */
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
