import { utcDay } from '../../../shared/days.ts'
import { MOST_PROMPTS, PROMPT_DAYS, type PlayPrompt, type PlayPrompts } from '../../../shared/playPrompts.ts'
import { findSurvivors } from '../../catalog/survivors.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, statement } from '../../lib/sql.ts'

const DAY = 24 * 60 * 60_000

/** The oldest day of which prompts are shown. */
export const oldestDay = (now: Date): Date =>
  new Date(`${utcDay(new Date(now.getTime() - PROMPT_DAYS * DAY))}T00:00:00Z`)

const promptsOf = statement(({ userId, oldest }: { userId: number; oldest: Date }) =>
  kysely
    .selectFrom('PlayPrompt')
    .select(['id', 'albumId', 'day', 'tracks', 'dismissedAt'])
    .where('userId', '=', userId)
    .where('day', '>=', oldest)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc'),
)

const cardsOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album').select(['id', 'artist', 'name', 'image', 'year']).where('id', 'in', ids),
)

type Listened = { userId: number; albumIds: number[]; oldest: Date }
const listenedDays = statement(({ userId, albumIds, oldest }: Listened) =>
  kysely
    .selectFrom('Log')
    .select(['albumId', 'date'])
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds)
    .where('date', '>=', oldest),
)

const placeOf = (albumId: number, day: Date) => `${albumId} ${utcDay(day)}`

/**
 * Reads the prompts that are open, newest day first: neither dismissed nor followed by a listening of that day. A merged album is
 * the one that replaces it.
 */
export async function readOpenPrompts(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<PlayPrompt[]> {
  const oldest = oldestDay(now)
  const rows = await promptsOf(tx, { userId, oldest })
  if (rows.length === 0) return []
  const survivorOf = await findSurvivors(
    tx,
    rows.map(({ albumId }) => albumId),
  )
  const albumIds = padded([...new Set(rows.map(({ albumId }) => survivorOf(albumId)))])
  const listened = await listenedDays(tx, { userId, albumIds, oldest })
  const closed = new Set([
    ...listened.map(({ albumId, date }) => placeOf(albumId, date!)),
    ...rows.flatMap(({ albumId, day, dismissedAt }) =>
      dismissedAt ? placeOf(survivorOf(albumId), day) : [],
    ),
  ])
  const cards = new Map((await cardsOf(tx, { ids: albumIds })).map(({ id, ...card }) => [id, card]))
  return rows.flatMap(({ id, albumId, day, tracks }) => {
    const survivor = survivorOf(albumId)
    const place = placeOf(survivor, day)
    const album = cards.get(survivor)
    if (closed.has(place) || !album) return []
    // Two albums that were merged can both have a prompt of the day.
    closed.add(place)
    return { id, album, day: utcDay(day), tracks }
  })
}

export async function listPrompts(
  { db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn,
): Promise<PlayPrompts> {
  // Read before the rows, so that an event in between is sent again rather than lost.
  const live = bus.last()
  const items = await readOpenPrompts(db, { userId: viewer.id, now: now() })
  return { items: items.slice(0, MOST_PROMPTS), live }
}
