import { mentionsIn, type Mentioned } from '../../shared/mentions.ts'
import { isPersonShownTo, isVisible } from '../access/visibleTo.ts'
import { newMentions } from '../core/limits.ts'
import type { Tx } from '../lib/db.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { insertRows, kysely, padded, statement } from '../lib/sql.ts'

type Place = { logId: number } | { commentId: number }

/** `mentioned` includes users whom the text mentioned before. */
export type MentionChange = { mentioned: number[]; dropped: number[] }

const peopleNamed = statement(({ names }: { names: string[] }) =>
  kysely
    .selectFrom('User')
    .select(['id', 'nickname'])
    .where('nickname', 'in', names)
    .where('disabledAt', 'is', null),
)

/**
 * Existing mentions stay linked, even if their users have been renamed. New ones count against the author's limit.
 * @throws tooMany
 */
export async function writeMentions(
  tx: Tx,
  spend: Spend,
  place: Place,
  text: string,
): Promise<MentionChange> {
  const names = new Set(mentionsIn(text).map(({ name }) => name))
  const linkedMentions = await tx.mention.findMany({
    where: place,
    select: { id: true, name: true, userId: true },
  })
  if (names.size === 0 && linkedMentions.length === 0) return { mentioned: [], dropped: [] }
  const remaining = linkedMentions.filter(({ name }) => names.has(name))
  const removed = linkedMentions.filter(({ name }) => !names.has(name))
  const fresh = [...names].filter((name) => remaining.every((mention) => mention.name !== name))
  const people = fresh.length === 0 ? [] : await peopleNamed(tx, { names: padded(fresh, '') })
  if (removed.length > 0) await tx.mention.deleteMany({ where: { id: { in: removed.map(({ id }) => id) } } })
  if (people.length > 0) {
    await spend(newMentions, people.length)
    await tx.mention.createMany({
      data: people.map(({ id: userId, nickname: name }) => ({ ...place, name, userId })),
    })
  }
  const mentioned = new Set([...remaining.map(({ userId }) => userId), ...people.map(({ id }) => id)])
  const dropped = new Set(removed.map(({ userId }) => userId).filter((id) => !mentioned.has(id)))
  return { mentioned: [...mentioned], dropped: [...dropped] }
}

const AT_ONCE = 1_000

/** Notifies nobody and counts in no limit. */
export async function linkMentions(
  tx: Tx,
  reviews: readonly { logId: number; text: string }[],
): Promise<void> {
  const mentions = reviews.flatMap(({ logId, text }) =>
    [...new Set(mentionsIn(text).map(({ name }) => name))].map((name) => ({ logId, name })),
  )
  for (let from = 0; from < mentions.length; from += AT_ONCE) {
    const chunk = mentions.slice(from, from + AT_ONCE)
    const people = await peopleNamed(tx, { names: padded([...new Set(chunk.map(({ name }) => name))], '') })
    const ids = new Map(people.map(({ id, nickname }) => [nickname, id]))
    await insertRows(
      tx,
      'Mention',
      chunk.flatMap(({ logId, name }) => (ids.has(name) ? [{ logId, name, userId: ids.get(name)! }] : [])),
    )
  }
}

/** Without a viewer, includes all users who are not disabled. */
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
 * The returned function takes the id of the review or comment. `viewerId` is null in events, which are the same for all
 * recipients. Without an "@" in the texts, there is no query.
 */
export async function readMentions(
  db: Tx,
  column: keyof typeof mentionsOf,
  texts: readonly { id: number; text: string | null }[],
  viewerId: number | null,
): Promise<(id: number) => Mentioned[]> {
  const ids = texts.filter(({ text }) => text?.includes('@')).map(({ id }) => id)
  const mentions = ids.length === 0 ? [] : await mentionsOf[column](db, { ids: padded(ids), viewerId })
  const byId = new Map<number, Mentioned[]>()
  for (const { id, name, nickname } of mentions) byId.set(id, [...(byId.get(id) ?? []), { name, nickname }])
  return (id) => byId.get(id) ?? []
}
