import type { PullState } from '../../../shared/plays.ts'
import type { Texts } from '../../../shared/texts.ts'
import type { Deps } from '../../core/deps.ts'
import { ownPulls } from '../../core/limits.ts'
import { keyOf } from '../../core/limits.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Db } from '../../lib/db.ts'
import { databaseNow, kysely, run } from '../../lib/sql.ts'
import type { ServiceName } from './pulls.ts'

const unknown: PullState = { at: null, problem: null }

/** Returns how the last pulls from the two services ended. */
export async function readPulls(
  db: Db,
  userId: number,
  texts: Texts,
): Promise<Record<ServiceName, PullState>> {
  const pulls = await db.playPull.findMany({ where: { userId } })
  const stateOf = (service: ServiceName): PullState => {
    const pull = pulls.find((each) => each.service === service)
    if (!pull) return unknown
    const { pulledAt, problem } = pull
    return { at: pulledAt?.toISOString() ?? null, problem: problem && texts.plays.pullProblems[problem] }
  }
  return { lastfm: stateOf('lastfm'), listenbrainz: stateOf('listenbrainz') }
}

/** Forgets how far the plays of a name were fetched, if it is another name than before, or none. */
export const deleteOtherPulls = (
  db: Db,
  userId: number,
  service: ServiceName,
  name: string,
): Promise<number> =>
  run(
    db,
    kysely
      .deleteFrom('PlayPull')
      .where('userId', '=', userId)
      .where('service', '=', service)
      .where('name', '<>', name),
  )

/** Begins the pulls of a user now. @throws tooMany */
export async function pullNow(deps: Pick<Deps, 'db' | 'limit'>, viewer: SignedIn): Promise<null> {
  await deps.limit(ownPulls).take(keyOf(viewer))
  await run(
    deps.db,
    kysely.updateTable('PlayPull').set({ dueAt: databaseNow }).where('userId', '=', viewer.id),
  )
  return null
}
