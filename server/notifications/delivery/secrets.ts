import type { NotificationGroup } from '../../../shared/notifications.ts'
import { NOBODY, shownLists } from '../../access/visibleTo.ts'
import type { Tx } from '../../lib/db.ts'
import { padded } from '../../lib/sql.ts'

export type Shown = Omit<NotificationGroup, 'unread'>

/** replaces text that not everyone can see: others may have access to the user's mailbox or device */
export const SECRET = '…'

/** Secrets are titles of lists that not everyone can see, and what moderators quoted. */
export async function withoutSecrets(db: Tx, groups: readonly Shown[]): Promise<Shown[]> {
  const ids = groups.flatMap(({ thing }) => (thing?.type === 'list' ? [thing.id] : []))
  const publicLists = ids.length === 0 ? [] : await shownLists(db, { ids: padded(ids), viewerId: NOBODY })
  const publicIds = new Set(publicLists.map(({ id }) => id))
  return groups.map((group) => {
    const { thing, detail } = group
    return {
      ...group,
      thing: thing?.type === 'list' && !publicIds.has(thing.id) ? { ...thing, name: SECRET } : thing,
      detail: detail?.about === undefined ? detail : { ...detail, about: SECRET },
    }
  })
}
