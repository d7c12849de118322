import { isTimeZone } from '../../shared/timeZones.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, run } from '../lib/sql.ts'

/** Stores the time zone of the user's last page if it changed, and then calls `onChange`. */
export function noteTimeZone(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, timeZone: previous }: SignedIn,
  timeZone: string,
  onChange: () => Promise<void>,
): void {
  if (previous === timeZone || !isTimeZone(timeZone)) return
  run(db, kysely.updateTable('User').set({ timeZone }).where('id', '=', id))
    .then(onChange)
    .catch((error: unknown) => log.debug({ err: error }, 'the time zone of a user could not be stored'))
}
