import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'

export type Standing = { isRequested: boolean; mutedUntil: string | null }

type Between = { viewerId: number; userId: number; now: Date }

const standingOf = statement(({ viewerId, userId, now }: Between) =>
  kysely.selectNoFrom((eb) => [
    eb
      .selectFrom('Mute as m')
      .select('m.until')
      .where('m.muterId', '=', viewerId)
      .where('m.mutedId', '=', userId)
      .where('m.until', '>', now)
      .as('mutedUntil'),
    // A declined request counts, too: its sender must not notice.
    eb
      .exists(
        eb
          .selectFrom('FollowRequest as r')
          .select('r.requesterId')
          .where('r.requesterId', '=', viewerId)
          .where('r.requestedId', '=', userId)
          .where('r.withdrawnAt', 'is', null),
      )
      .as('isRequested'),
  ]),
)

export async function readStanding(
  db: Tx,
  viewer: { id: number } | null,
  userId: number,
  now: Date,
): Promise<Standing> {
  if (!viewer) return { isRequested: false, mutedUntil: null }
  const [row] = await standingOf(db, { viewerId: viewer.id, userId, now })
  return { isRequested: Boolean(row!.isRequested), mutedUntil: row!.mutedUntil?.toISOString() ?? null }
}
