import { mentionsIn, type Mentioned } from '../../shared/mentions.ts'
import { isPersonShownTo, isVisible } from '../access/visibleTo.ts'
import { newMentions } from '../core/limits.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { insertRows, kysely, padded, statement } from '../lib/sql.ts'

/** The text in which people are mentioned: that of a review, or a comment. */
type Place = { logId: number } | { commentId: number }

/** The people whom a text newly mentions, and those whom it no longer mentions. */
export type MentionChange = { mentioned: number[]; dropped: number[] }

const peopleNamed = statement(({ names }: { names: string[] }) =>
  kysely
    .selectFrom('User')
    .select(['id', 'nickname'])
    .where('nickname', 'in', names)
    .where('disabledAt', 'is', null),
)

/**
 * Binds the mentions of a text that was written or changed to the people who have these nicknames now. Mentions that the text had
 * before stay bound, whatever their people are called now; new ones count against the author. @throws tooMany
 */
export async function writeMentions(
  tx: Tx,
  spend: Spend,
  place: Place,
  text: string,
): Promise<MentionChange> {
  const names = new Set(mentionsIn(text).map(({ name }) => name))
  const before = await tx.mention.findMany({ where: place, select: { id: true, name: true, userId: true } })
  if (names.size === 0 && before.length === 0) return { mentioned: [], dropped: [] }
  const kept = before.filter(({ name }) => names.has(name))
  const gone = before.filter(({ name }) => !names.has(name))
  const known = new Set(kept.map(({ name }) => name))
  const fresh = [...names].filter((name) => !known.has(name))
  const people = fresh.length === 0 ? [] : await peopleNamed(tx, { names: padded(fresh, '') })
  if (gone.length > 0)
    await tx.$executeRaw`DELETE FROM Mention WHERE id IN (${Prisma.join(gone.map(({ id }) => id))})`
  if (people.length > 0) {
    await spend(newMentions, people.length)
    await tx.mention.createMany({
      data: people.map(({ id: userId, nickname: name }) => ({ ...place, name, userId })),
    })
  }
  const mentioned = new Set([...kept.map(({ userId }) => userId), ...people.map(({ id }) => id)])
  const dropped = new Set(gone.map(({ userId }) => userId).filter((id) => !mentioned.has(id)))
  return { mentioned: [...mentioned], dropped: [...dropped] }
}

/** mentions that one statement writes */
const AT_ONCE = 1_000

/** Binds the mentions of imported reviews to the people who have these nicknames now; notifies nobody, counts in no limit. */
export async function linkMentions(
  tx: Tx,
  reviews: readonly { logId: number; text: string }[],
): Promise<void> {
  const named = reviews.flatMap(({ logId, text }) =>
    [...new Set(mentionsIn(text).map(({ name }) => name))].map((name) => ({ logId, name })),
  )
  for (let from = 0; from < named.length; from += AT_ONCE) {
    const some = named.slice(from, from + AT_ONCE)
    const people = await peopleNamed(tx, { names: padded([...new Set(some.map(({ name }) => name))], '') })
    const ids = new Map(people.map(({ id, nickname }) => [nickname, id]))
    await insertRows(
      tx,
      'Mention',
      some.flatMap(({ logId, name }) => (ids.has(name) ? [{ logId, name, userId: ids.get(name)! }] : [])),
    )
  }
}

/** The mentions of people whom a viewer may see; without a viewer of all who are not disabled. */
const mentionsOfTexts = (column: 'm.logId' | 'm.commentId') =>
  statement(({ ids, viewerId }: { ids: number[]; viewerId: number | null }) =>
    kysely
      .selectFrom('Mention as m')
      .innerJoin('User as u', 'u.id', 'm.userId')
      .select((eb) => [eb.ref(column).$notNull().as('id'), 'm.name', 'u.nickname'])
      .where(column, 'in', ids)
      .where(viewerId === null ? isVisible : isPersonShownTo(viewerId)),
  )
const mentionsOf = { logId: mentionsOfTexts('m.logId'), commentId: mentionsOfTexts('m.commentId') }

/**
 * The people whom texts mention and the viewer may see, with their current nicknames, by the ids of their reviews or comments.
 * `viewerId` is null in events, which are the same for all. Only texts with an '@' are looked up: where there is none, nothing is
 * read.
 */
export async function readMentions(
  db: Tx,
  of: keyof typeof mentionsOf,
  texts: readonly { id: number; text: string | null }[],
  viewerId: number | null,
): Promise<(id: number) => Mentioned[]> {
  const ids = texts.filter(({ text }) => text?.includes('@')).map(({ id }) => id)
  const found = ids.length === 0 ? [] : await mentionsOf[of](db, { ids: padded(ids), viewerId })
  const byId = new Map<number, Mentioned[]>()
  for (const { id, name, nickname } of found) byId.set(id, [...(byId.get(id) ?? []), { name, nickname }])
  return (id) => byId.get(id) ?? []
}
