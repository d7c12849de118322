import type { z } from 'zod'
import type { playInput } from '../../../shared/plays.ts'
import { change, type Write, type WriteDeps } from '../../core/change.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Db } from '../../lib/db.ts'
import { kysely, padded, rows, run, statement } from '../../lib/sql.ts'
import { lockScrobblings } from '../../scrobbling/rows.ts'
import type { Batch } from '../../users/lock.ts'
import { afterPlays } from './effects.ts'
import { keptSince } from './record.ts'

const STEP = 1_000

/** Idempotent. */
export async function removePlay(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { id }: z.output<typeof playInput>,
): Promise<null> {
  await change(deps, async (write) => {
    await lockScrobblings(write.tx, [viewer.id])
    const play = await write.tx.play.findFirst({
      where: { id, userId: viewer.id },
      select: { userId: true, at: true, albumKey: true },
    })
    if (!play) return
    await write.tx.play.deleteMany({ where: { id } })
    await afterPlays(write, [play])
  })
  return null
}

type First = { userId: number; until: number; limit: number }
const firstPlays = statement(({ userId, until, limit }: First) =>
  kysely
    .selectFrom('Play')
    .select(['id', 'userId', 'at', 'albumKey'])
    .where('userId', '=', userId)
    .where('id', '<=', until)
    .orderBy('at')
    .orderBy('id')
    .limit(limit),
)

/** Deletes the plays that exist now, in steps; plays that arrive meanwhile stay. */
export async function removeAllPlays(deps: WriteDeps, viewer: Pick<SignedIn, 'id'>): Promise<null> {
  const { _max: newest } = await deps.db.play.aggregate({ where: { userId: viewer.id }, _max: { id: true } })
  if (newest.id === null) return null
  const first = { userId: viewer.id, until: newest.id, limit: STEP }
  for (let count = STEP; count === STEP;) {
    count = await change(deps, async (write) => {
      await lockScrobblings(write.tx, [viewer.id])
      const plays = await firstPlays(write.tx, first)
      await deleteByIds(write, plays)
      await afterPlays(write, plays)
      return plays.length
    })
  }
  return null
}

const deleteByIds = ({ tx }: Pick<Write, 'tx'>, plays: readonly { id: number }[]): Promise<number> =>
  run(tx, kysely.deleteFrom('Play').where('id', 'in', padded(plays.map(({ id }) => id))))

/** For the removal of an account: nobody watches any more. */
export const deletePlaysOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Play').where('userId', '=', userId).orderBy('id').limit(limit))

/** Pages notice when they are opened again: plays of that age are at the end of a long list. */
export async function deleteExpiredPlays(
  { db, now }: { db: Db; now: () => Date },
  signal?: AbortSignal,
): Promise<number> {
  const until = keptSince(now())
  let total = 0
  for (let count = STEP; count === STEP && !signal?.aborted;) {
    const expired = await rows(
      db,
      kysely.selectFrom('Play').select('id').where('at', '<=', until).orderBy('at').limit(STEP),
    )
    count = expired.length === 0 ? 0 : await deleteByIds({ tx: db }, expired)
    total += count
  }
  return total
}
