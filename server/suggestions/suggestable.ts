import { sql } from 'kysely'
import { isMutedBy, isPersonShownTo } from '../access/visibleTo.ts'
import { kysely } from '../lib/sql.ts'

type Suggestable = { ids: number[]; viewerId: number; now: Date }

/** Returns the query of those users (`u`) who can take part in the viewer's suggestions: by name, or with what they love. */
export const suggestable = ({ ids, viewerId, now }: Suggestable) =>
  kysely
    .selectFrom('User as u')
    .where('u.id', 'in', ids)
    .where('u.id', '<>', viewerId)
    .where('u.suggestMe', '=', true)
    .where('u.isPrivate', '=', false)
    .where(isPersonShownTo(viewerId))
    .where(sql<boolean>`NOT ${isMutedBy(viewerId, now, 'u.id')}`)
