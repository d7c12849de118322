import { sees } from '../../shared/visibility.ts'
import type { Deps } from '../core/deps.ts'
import { kysely, statement } from '../lib/sql.ts'
import { readOf } from '../users/queries.ts'

type Thing = 'plays' | 'nowPlaying'

const levelsOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Scrobbling').select(['plays', 'nowPlaying']).where('userId', '=', userId),
)

/**
 * Reads plays, or what is playing, of a user: viewers who cannot see it get `nothing`.
 * @throws notFound also for a user who is hidden from the viewer
 */
export const readVisible = <Things>(
  deps: Pick<Deps, 'db'>,
  {
    viewer,
    nickname,
    thing,
    nothing,
  }: { viewer: { id: number } | null; nickname: string; thing: Thing; nothing: Things },
  read: (userId: number) => Promise<Things>,
): Promise<Things> =>
  readOf(deps, { viewer, nickname, nothing }, async ({ id, reader }) => {
    const [levels] = await levelsOf(deps.db, { userId: id })
    return levels && sees(reader, levels[thing]) ? await read(id) : nothing
  })
