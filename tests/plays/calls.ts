import { recordPlays, type Origin, type ReportedPlay } from '../../server/plays/write/record.ts'
import type { Person } from '../harness/client.ts'
import type { runProduct } from '../support/runProduct.ts'

export const joga = { artist: 'Björk', track: 'Jóga' }
export const unravel = { artist: 'Björk', track: 'Unravel' }

/** A person whose scrobbling is on, their secret, and plays as the roads store them. */
export function scrobblers(plak: ReturnType<typeof runProduct>) {
  const idOf = async ({ nickname }: Person): Promise<number> =>
    (await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname } })).id
  const player: Origin = { source: 'listenbrainz', client: 'navidrome' }
  return {
    idOf,
    turnOn: async ({ client }: Person) => (await client.scrobbling.turnOn.mutate()).secret,
    record: async (who: Person, plays: readonly ReportedPlay[], origin: Partial<Origin> = {}) =>
      recordPlays(plak.server.deps, await idOf(who), plays, { ...player, ...origin }),
  }
}
