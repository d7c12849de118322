import { sql } from 'kysely'
import { isMutedBy, isPersonShownTo } from '../access/visibleTo.ts'

type Reading = { viewerId: number; now: Date }

/** True for those users (`u`) who can take part in the viewer's suggestions: by name, or with what they love. */
export const isSuggestable = ({ viewerId, now }: Reading) =>
  sql<boolean>`(u.id <> ${viewerId} AND u.suggestMe AND NOT u.isPrivate AND ${isPersonShownTo(viewerId)}
    AND NOT ${isMutedBy(viewerId, now, 'u.id')})`

/** `column` holds ids of users. */
export const isNotFollowedBy = (viewerId: number, column = 'u.id') =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM Follow AS w
    WHERE w.followerId = ${viewerId} AND w.followingId = ${sql.ref(column)})`

/** True for those of them whom the viewer can be told to follow. */
export const isToFollow = ({ viewerId, now }: Reading) =>
  sql<boolean>`(${isSuggestable({ viewerId, now })} AND ${isNotFollowedBy(viewerId)} AND NOT EXISTS (
    SELECT 1 FROM FollowRequest AS r
    WHERE r.requesterId = ${viewerId} AND r.requestedId = u.id AND r.withdrawnAt IS NULL))`
