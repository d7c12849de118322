import { sql } from 'kysely'
import type { Deps } from '../core/deps.ts'
import { makeBreaks } from '../jobs/breaks.ts'
import { transaction, type Db } from '../lib/db.ts'
import { insertRows, kysely, padded, rawQuery, rows, statement } from '../lib/sql.ts'
import { readExcluded } from './excluded.ts'
import { publicLoves, readLoves } from './loves.ts'
import { readMatrix, type Lover } from './matrix.ts'
import {
  addNear,
  makeNearest,
  readNear,
  SIMILAR,
  writeNear,
  type Candidate,
  type Nearest,
} from './nearest.ts'

const BATCH = 200
/** How many people with a similar taste are read for somebody whose taste has changed. */
const CANDIDATES = 300

type Taste = Nearest & { userId: number; loves: number }

const nobody: Nearest = { people: [], lovers: [] }

/** Computes the taste of everybody. @returns the number of people, and of the albums that they love */
export async function computeAll(
  { db }: Pick<Deps, 'db'>,
  signal?: AbortSignal,
): Promise<{ people: number; albums: number }> {
  const pause = makeBreaks()
  const pass = async () => {
    signal?.throwIfAborted()
    await pause()
  }
  const { lovers, albums, lovesCount, compare } = await readMatrix(db, pass)
  for (let first = 0; first < lovers.length; first += BATCH) {
    const batch = lovers.slice(first, first + BATCH)
    const excludedOf = await readExcluded(
      db,
      batch.map(({ id }) => id),
    )
    const tastes: Taste[] = []
    for (const [index, { id: userId, personalSuggestions }] of batch.entries()) {
      const loves = lovesCount(first + index)
      const excluded = excludedOf(userId)
      const nearest = personalSuggestions ? compare(first + index, (id) => excluded.has(id)) : nobody
      tastes.push({ userId, loves, ...nearest })
      await pass()
    }
    await writeTastes(db, tastes)
  }
  return { people: lovers.length, albums }
}

/** In the order of the ids; leaves out users who have been deleted. */
async function writeTastes(db: Db, tastes: readonly Taste[]): Promise<void> {
  await transaction(db, async (tx) => {
    const users = kysely
      .selectFrom('User')
      .select('id')
      .where('id', 'in', padded(tastes.map(({ userId }) => userId)))
      .orderBy('id')
      // Not `FOR SHARE`, which MariaDB does not support.
      .modifyEnd(sql`LOCK IN SHARE MODE`)
    const existing = new Set((await rows(tx, users)).map(({ id }) => id))
    await insertRows(
      tx,
      'Taste',
      tastes
        .filter(({ userId }) => existing.has(userId))
        .map(({ people, lovers, ...taste }) => ({
          ...taste,
          people: writeNear(people),
          lovers: writeNear(lovers),
        })),
      { orUpdate: ['loves', 'people', 'lovers'] },
    )
  })
}

const loversOf = statement(({ userIds }: { userIds: number[] }) =>
  kysely
    .selectFrom('User')
    .select(['id', 'suggestMe', 'personalSuggestions'])
    .select((eb) => eb.or([eb('isPrivate', '=', true), eb('disabledAt', 'is not', null)]).as('isHidden'))
    .where('id', 'in', userIds),
)

/** How much others love is known from the last time that their taste was computed. */
const candidatesOf = statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
  rawQuery(sql<Candidate & { suggestMe: boolean }>`
    SELECT n.userId AS id, n.common AS \`both\`, GREATEST(COALESCE(t.loves, 0), n.common) AS loves, u.suggestMe
    FROM (SELECT l.userId, COUNT(*) AS common FROM (${publicLoves('albumId', albumIds)}) AS l
      WHERE l.userId <> ${userId} GROUP BY l.userId HAVING COUNT(*) >= ${sql.lit(SIMILAR)}) AS n
    JOIN User AS u ON u.id = n.userId AND NOT u.isPrivate AND u.disabledAt IS NULL
    LEFT JOIN Taste AS t ON t.userId = n.userId
    ORDER BY n.common / SQRT(GREATEST(COALESCE(t.loves, 0), n.common)) DESC, u.nickname LIMIT ${sql.lit(CANDIDATES)}`),
)

/** Computes the taste of a few people who changed, and adds them to the stored people of those who are nearest to them. */
export async function computeFor(
  { db }: Pick<Deps, 'db'>,
  userIds: readonly number[],
  signal?: AbortSignal,
): Promise<void> {
  for (const lover of await loversOf(db, { userIds: padded(userIds) })) {
    signal?.throwIfAborted()
    await computeOne(db, lover)
  }
}

async function computeOne(
  db: Db,
  { id: userId, isHidden, suggestMe, personalSuggestions }: Lover & { isHidden: unknown },
): Promise<void> {
  const albumIds = isHidden ? [] : [...(await readLoves(db, [userId])).get(userId)!]
  const loves = albumIds.length
  if (loves < SIMILAR) return await writeTastes(db, [{ userId, loves, ...nobody }])
  const candidates = await candidatesOf(db, { userId, albumIds: padded(albumIds) })
  const excluded = (await readExcluded(db, [userId]))(userId)
  const { nearest, add } = makeNearest(loves, (id) => excluded.has(id))
  for (const { suggestMe: isSuggested, ...candidate } of candidates) if (isSuggested) add(candidate)
  await writeTastes(db, [{ userId, loves, ...(personalSuggestions ? nearest : nobody) }])
  if (suggestMe) await tellOthers(db, { userId, loves }, candidates)
}

const tastesOf = statement(({ userId, ids }: { userId: number; ids: number[] }) =>
  kysely
    .selectFrom('Taste as t')
    .innerJoin('User as u', 'u.id', 't.userId')
    .select(['t.userId', 't.loves', 't.people', 't.lovers'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('Follow as f')
            .select('f.followerId')
            .whereRef('f.followerId', '=', 't.userId')
            .where('f.followingId', '=', userId),
        )
        .as('isFollower'),
    )
    .where('t.userId', 'in', ids)
    .where('u.personalSuggestions', '=', true)
    .orderBy('t.userId'),
)

/** So that a change is not only in one's own suggestions. */
async function tellOthers(
  db: Db,
  { userId, loves }: { userId: number; loves: number },
  candidates: readonly Candidate[],
): Promise<void> {
  const bothWith = new Map(candidates.map(({ id, both }) => [id, both]))
  const others = await tastesOf(db, { userId, ids: padded([...bothWith.keys()]) })
  const changed = others.flatMap(({ isFollower, ...other }): Taste[] => {
    const both = bothWith.get(other.userId)!
    const nearest = { people: readNear(other.people), lovers: readNear(other.lovers) }
    const candidate = { id: userId, both, loves }
    return addNear(nearest, { loves: other.loves, candidate, isFollower: Boolean(isFollower) })
      ? [{ userId: other.userId, loves: other.loves, ...nearest }]
      : []
  })
  if (changed.length > 0) await writeTastes(db, changed)
}
