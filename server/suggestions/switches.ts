import type { SuggestionSwitches } from '../../shared/visibility.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'

const switchesOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('User')
    .select(['suggestMe', 'personalSuggestions', 'isPrivate'])
    .where('id', '=', userId),
)

export const readSwitches = async (
  db: Tx,
  userId: number,
): Promise<SuggestionSwitches & { isPrivate: boolean }> => (await switchesOf(db, { userId }))[0]!
