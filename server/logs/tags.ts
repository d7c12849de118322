import { sql } from 'kysely'
import { visibilities } from '../../shared/levels.ts'
import { differentTags, tagKey } from '../../shared/tagKey.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, padded, statement } from '../lib/sql.ts'
import type { Batch, LockedUser } from '../users/lock.ts'

// Tags of listenings. Every change of a listening's tags, visibility or day must call this in its transaction, with the
// user locked, so that the tags' counts stay exact.

/** The column of a tag that counts its listenings of each visibility. */
export const countColumn = {
  everyone: 'everyoneCount',
  followers: 'followersCount',
  me: 'meCount',
} as const satisfies Record<Visibility, keyof Prisma.TagCreateManyInput>

/** The columns of a listening that its tags' counts depend on, in its current or previous state. */
type Tagged = { id: number; visibility: Visibility; date: Date | null; tagCount: number }
type Carried = { id: number; key: string }

const namesOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('LogTag as t')
    .innerJoin('Tag as g', 'g.id', 't.tagId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['t.logId', 't.visibility', 'g.name'])
    .where('t.logId', 'in', ids)
    .orderBy('t.logId')
    .orderBy('t.position'),
)

/** Reads the tag names of listenings, in order. One query; none if no listening has tags. */
export async function readTags(
  db: Tx,
  logs: readonly Pick<Tagged, 'id' | 'visibility' | 'tagCount'>[],
): Promise<(id: number) => string[]> {
  const tagged = new Map(logs.filter(({ tagCount }) => tagCount > 0).map((log) => [log.id, log]))
  const names = new Map<number, string[]>()
  const rows = tagged.size === 0 ? [] : await namesOf(db, { ids: padded([...tagged.keys()]) })
  for (const { logId, visibility, name } of rows) {
    // The visibility changed after the listening was read: its readers may not be able to see its current tags.
    if (visibility !== tagged.get(logId)!.visibility) continue
    names.set(logId, [...(names.get(logId) ?? []), name])
  }
  return (id) => names.get(id) ?? []
}

const carriedBy = statement(({ logId }: { logId: number }) =>
  kysely
    .selectFrom('LogTag as t')
    .innerJoin('Tag as g', 'g.id', 't.tagId')
    .select(['g.id', 'g.key'])
    .where('t.logId', '=', logId)
    .orderBy('t.position'),
)
const ofPerson = statement(({ userId, keys }: { userId: number; keys: string[] }) =>
  kysely.selectFrom('Tag').select(['id', 'key']).where('userId', '=', userId).where('key', 'in', keys),
)

/** Reads the tags of a listening, in order; none for a listening that is still being created. */
export const readCarried = async (tx: Tx, log: Tagged | null): Promise<Carried[]> =>
  log && log.tagCount > 0 ? await carriedBy(tx, { logId: log.id }) : []

/** Returns whether these names are the tags of a listening, in this order. */
export const areCarried = (carried: readonly Carried[], names: readonly string[]): boolean =>
  names.length === carried.length && names.every((name, index) => tagKey(name) === carried[index]!.key)

/**
 * Replaces the tags of a listening that was just written; `before` is its previous state. Without names, the tags stay
 * and only their visibility and day are updated.
 */
export async function writeTags(
  tx: Tx,
  { userId, log, before }: { userId: LockedUser; log: Tagged; before: Tagged | null },
  { carried, names }: { carried: readonly Carried[]; names: readonly string[] | undefined },
): Promise<void> {
  if (names !== undefined && !areCarried(carried, names)) {
    const wanted = await findOrMake(tx, { userId, visibility: log.visibility }, names)
    await tx.$executeRaw`DELETE FROM LogTag WHERE logId = ${log.id}`
    await tx.logTag.createMany({
      data: wanted.map((tagId, position) => {
        const { id: logId, visibility, date } = log
        return { logId, tagId, position, visibility, date }
      }),
    })
    await count(tx, wanted, log.visibility, 1)
    if (before) await uncount(tx, ids(carried), before.visibility)
    return
  }
  if (!before || carried.length === 0) return
  const isMoved = before.date?.getTime() !== log.date?.getTime()
  if (!isMoved && before.visibility === log.visibility) return
  await tx.$executeRaw`
    UPDATE LogTag SET visibility = ${log.visibility}, date = ${log.date} WHERE logId = ${log.id}`
  await count(tx, ids(carried), log.visibility, 1)
  await count(tx, ids(carried), before.visibility, -1)
}

const ids = (tags: readonly Carried[]) => tags.map(({ id }) => id)

/** Returns the ids of a user's tags with these names, in the names' order; creates missing ones. */
async function findOrMake(
  tx: Tx,
  { userId, visibility }: { userId: LockedUser; visibility: Visibility },
  names: readonly string[],
): Promise<number[]> {
  const wanted = new Map(names.map((name) => [tagKey(name), name]))
  if (wanted.size === 0) return []
  const find = async () => {
    const found = await ofPerson(tx, { userId, keys: padded([...wanted.keys()], '') })
    return new Map(found.map(({ id, key }) => [key, id]))
  }
  const known = await find()
  const missing = [...wanted].filter(([key]) => !known.has(key))
  if (missing.length > 0)
    await tx.tag.createMany({ data: missing.map(([key, name]) => ({ userId, key, name, visibility })) })
  const all = missing.length > 0 ? await find() : known
  return [...wanted.keys()].map((key) => all.get(key)!)
}

/** Adds tags to many listenings that were just created. */
export async function addTags(
  tx: Tx,
  userId: LockedUser,
  logs: readonly (Omit<Tagged, 'tagCount'> & { names: readonly string[] })[],
): Promise<void> {
  const tagged = logs.filter(({ names }) => names.length > 0)
  const [first] = tagged
  if (!first) return
  const names = differentTags(tagged.flatMap((log) => [...log.names]))
  const ids = await findOrMake(tx, { userId, visibility: first.visibility }, names)
  const idOf = new Map(names.map((name, index) => [tagKey(name), ids[index]!]))
  const carried = tagged.flatMap(({ id: logId, visibility, date, names: own }) =>
    own.map((name, position) => ({ logId, tagId: idOf.get(tagKey(name))!, position, visibility, date })),
  )
  await insertRows(tx, 'LogTag', carried)
  const counts = new Map<string, { tagId: number; level: Visibility; by: number }>()
  for (const { tagId, visibility: level } of carried) {
    const one = counts.get(`${tagId} ${level}`) ?? { tagId, level, by: 0 }
    counts.set(`${tagId} ${level}`, { ...one, by: one.by + 1 })
  }
  for (const { tagId, level, by } of counts.values()) await count(tx, [tagId], level, by)
}

/** Adds `by` to the number of listenings of a visibility that some tags have. */
async function count(tx: Tx, tagIds: readonly number[], level: Visibility, by: number): Promise<void> {
  if (tagIds.length === 0) return
  const column = Prisma.raw(countColumn[level])
  await tx.$executeRaw`UPDATE Tag SET ${column} = ${column} + ${by} WHERE id IN (${Prisma.join([...tagIds])})`
  await writeLevels(tx, tagIds)
}

const widest = visibilities.map((level) => `WHEN ${countColumn[level]} > 0 THEN '${level}'`).join(' ')

/** Recomputes the widest visibility among the listenings of some tags. */
export const writeLevels = (tx: Tx, tagIds: readonly number[]): Promise<number> =>
  tx.$executeRaw`
    UPDATE Tag SET visibility = CASE ${Prisma.raw(widest)} ELSE visibility END
    WHERE id IN (${Prisma.join([...tagIds])})`

/** Subtracts a listening of this visibility from some tags, and deletes tags without listenings. */
async function uncount(tx: Tx, tagIds: readonly number[], level: Visibility): Promise<void> {
  if (tagIds.length === 0) return
  await count(tx, tagIds, level, -1)
  await tx.$executeRaw`
    DELETE FROM Tag WHERE id IN (${Prisma.join([...tagIds])})
      AND everyoneCount + followersCount + meCount = 0`
}

/** Removes the tags of a listening that is about to be deleted. */
export async function dropTags(tx: Tx, _: LockedUser, log: Tagged): Promise<void> {
  if (log.tagCount === 0) return
  const carried = await readCarried(tx, log)
  await tx.$executeRaw`DELETE FROM LogTag WHERE logId = ${log.id}`
  await uncount(tx, ids(carried), log.visibility)
}

/** Updates a user's tags after all their listenings got the same visibility. */
export async function levelTags(tx: Tx, userId: LockedUser, level: Visibility): Promise<void> {
  await tx.$executeRaw`
    UPDATE LogTag t JOIN Tag g ON g.id = t.tagId SET t.visibility = ${level}
    WHERE g.userId = ${userId} AND t.visibility <> ${level}`
  const others = visibilities.filter((each) => each !== level).map((each) => countColumn[each])
  const sum = visibilities.map((each) => countColumn[each]).join(' + ')
  // The column that receives the sum is assigned before its summands are set to 0.
  await tx.$executeRaw`
    UPDATE Tag SET visibility = ${level}, ${Prisma.raw(countColumn[level])} = ${Prisma.raw(sum)},
      ${Prisma.raw(others.map((column) => `${column} = 0`).join(', '))}
    WHERE userId = ${userId}`
}

/** Corrects the tags of listenings that a moderator hides, after `levelTags` has set their visibility. */
export async function markHidden(tx: Tx, logIds: readonly number[], level: Visibility): Promise<void> {
  if (level === 'me') return
  const those = Prisma.join([...logIds])
  const tagged = await tx.$queryRaw<{ tagId: number; count: bigint }[]>`
    SELECT tagId, COUNT(*) AS count FROM LogTag WHERE logId IN (${those}) GROUP BY tagId`
  await tx.$executeRaw`UPDATE LogTag SET visibility = 'me' WHERE logId IN (${those})`
  for (const { tagId, count: hidden } of tagged) {
    await count(tx, [tagId], level, -Number(hidden))
    await count(tx, [tagId], 'me', Number(hidden))
  }
}

/** Deletes a batch of the tags of a user who is being removed and has no listenings left; returns its size. */
export const deleteTagsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM Tag WHERE userId = ${userId} ORDER BY id LIMIT ${limit}`
