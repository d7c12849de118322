import type { PlakEvent } from '../../shared/events.ts'
import type { Mentioned } from '../../shared/mentions.ts'
import { isPersonShownTo } from '../access/visibleTo.ts'
import type { Db } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'

// An event contains the users whom a text mentions, the same for every viewer. If there is a block between a viewer and one of
// them, that mention becomes plain text, as in texts that are read by a query (server/notifications/mentions.ts).

/** True if the stored payload contains mentions. Inside a text, JSON escapes the quotes, so it cannot match there. */
export const hasMentions = (payload: string): boolean => payload.includes('"mentions":[')

type Text = { mentions?: Mentioned[] | undefined }

function withText(event: PlakEvent, change: <Of extends Text>(text: Of) => Of): PlakEvent {
  switch (event.type) {
    case 'log.saved':
      return { ...event, entry: change(event.entry) }
    case 'review.saved':
      return { ...event, review: change(event.review) }
    case 'comment.added':
    case 'comment.shown':
      return { ...event, comment: change(event.comment) }
    default:
      return event
  }
}

const shownAmong = statement(({ names, viewerId }: { names: string[]; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .select('u.nickname')
    .where('u.nickname', 'in', names)
    .where(isPersonShownTo(viewerId)),
)

export async function withoutHiddenMentions(db: Db, viewerId: number, event: PlakEvent): Promise<PlakEvent> {
  const names: string[] = []
  withText(event, (text) => {
    names.push(...(text.mentions ?? []).map(({ nickname }) => nickname))
    return text
  })
  if (names.length === 0) return event
  const users = await shownAmong(db, { names: padded(names, ''), viewerId })
  const shownNames = new Set(users.map(({ nickname }) => nickname))
  return withText(event, ({ mentions, ...text }) => {
    const rest = (mentions ?? []).filter(({ nickname }) => shownNames.has(nickname))
    return (rest.length > 0 ? { ...text, mentions: rest } : text) as never
  })
}
