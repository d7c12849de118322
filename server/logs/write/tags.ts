import { sql, type Compilable, type RawBuilder } from 'kysely'
import { visibilities } from '../../../shared/levels.ts'
import { differentTags, tagKey } from '../../../shared/tagKey.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, padded, run, runAll, statement } from '../../lib/sql.ts'
import { groupBy } from '../../notifications/read/rows.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { countColumn } from '../read/tags.ts'
import { differ, type Changes, type LogChange } from './changes.ts'

/** The rows of deleted listenings no longer exist, but their tags still count them. */
export async function writeTags(
  { tx }: Pick<Write, 'tx'>,
  { owner, logs, level }: Pick<Changes, 'owner' | 'logs' | 'level'>,
): Promise<void> {
  if (level) await runAll(tx, levelUpdates(owner, level))
  const tagChanges = logs.filter(isRetagged)
  if (tagChanges.length === 0) return
  const idOf = await findOrCreate(tx, owner, tagChanges)
  const replacedIds = tagChanges.flatMap(({ previous, tags }) => (previous && tags ? [previous.id] : []))
  if (replacedIds.length > 0) await run(tx, kysely.deleteFrom('LogTag').where('logId', 'in', replacedIds))
  const rows = tagChanges.flatMap(({ current, tags = [] }) => {
    if (!current) return []
    const { id: logId, visibility, date } = current
    return tags.map((name, position) => ({ logId, tagId: idOf(name), position, visibility, date }))
  })
  await insertRows(tx, 'LogTag', rows)
  const retainedIds = tagChanges.flatMap(({ current, tags }) => (current && !tags ? [current.id] : []))
  if (retainedIds.length > 0)
    await run(
      tx,
      kysely
        .updateTable(['LogTag as t', 'Log as l'])
        .set('t.visibility', (eb) => eb.ref('l.visibility'))
        .set('t.date', (eb) => eb.ref('l.date'))
        .whereRef('l.id', '=', 't.logId')
        .where('t.logId', 'in', retainedIds),
    )
  const steps = tagChanges.flatMap(({ previous, current, previousTags = [], tags = previousTags }) => [
    ...previousTags.map((name) => ({ tagId: idOf(name), level: previous?.visibility, by: -1 })),
    ...tags.map((name) => ({ tagId: idOf(name), level: current?.visibility, by: 1 })),
  ])
  await runAll(tx, countUpdates(steps))
}

const isRetagged = ({ previous, current, previousTags = [], tags }: LogChange): boolean =>
  tags
    ? previousTags.length + tags.length > 0
    : previousTags.length > 0 && differ(previous, current, ['visibility', 'date'])

const tagsByName = statement(({ userId, keys }: { userId: number; keys: string[] }) =>
  kysely.selectFrom('Tag').select(['id', 'key']).where('userId', '=', userId).where('key', 'in', keys),
)

async function findOrCreate(
  tx: Tx,
  userId: LockedUser,
  logs: readonly LogChange[],
): Promise<(name: string) => number> {
  const names = differentTags(logs.flatMap(({ previousTags = [], tags = [] }) => [...previousTags, ...tags]))
  const keys = padded(names.map(tagKey), '')
  const find = async () => new Map((await tagsByName(tx, { userId, keys })).map(({ id, key }) => [key, id]))
  let ids = await find()
  const missing = names.filter((name) => !ids.has(tagKey(name)))
  if (missing.length > 0) {
    const data = missing.map((name) => ({ userId, key: tagKey(name), name, visibility: 'me' as const }))
    await tx.tag.createMany({ data })
    ids = await find()
  }
  return (name) => ids.get(tagKey(name))!
}

export const countColumns = (valueOf: (level: Visibility) => RawBuilder<number>) =>
  Object.fromEntries(visibilities.map((level) => [countColumn[level], valueOf(level)])) as Record<
    (typeof countColumn)[Visibility],
    RawBuilder<number>
  >

/** Must be assigned after the counts: columns are assigned from left to right. */
export const widest = sql<Visibility>`CASE WHEN everyoneCount > 0 THEN 'everyone' WHEN followersCount > 0 THEN 'followers'
  WHEN meCount > 0 THEN 'me' ELSE visibility END`

type Step = { tagId: number; level: Visibility | undefined; by: number }

/** Returns the statements that change the counts of tags, one for all that change alike, and delete tags without listenings. */
function countUpdates(steps: readonly Step[]): Compilable[] {
  const changes = [...groupBy(steps, ({ tagId }) => tagId)].map(([tagId, tagSteps]) => ({
    tagId,
    counts: visibilities.map((level) => sum(tagSteps.map((step) => (step.level === level ? step.by : 0)))),
  }))
  return [...groupBy(changes, ({ counts }) => counts.join()).values()].flatMap((alike) => {
    const { counts } = alike[0]!
    if (counts.every((count) => count === 0)) return []
    const ids = alike.map(({ tagId }) => tagId)
    const columns = countColumns((level) => {
      return sql<number>`${sql.ref(countColumn[level])} + ${counts[visibilities.indexOf(level)]}`
    })
    const update = kysely
      .updateTable('Tag')
      .set({ ...columns, visibility: widest })
      .where('id', 'in', ids)
    const isUnused = sql<boolean>`everyoneCount + followersCount + meCount = 0`
    const deletion = kysely.deleteFrom('Tag').where('id', 'in', ids).where(isUnused)
    return sum(counts) < 0 ? [update, deletion] : [update]
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Returns the statements that update a user's tags after all their listenings got the same visibility. */
function levelUpdates(userId: LockedUser, level: Visibility): Compilable[] {
  const [one, other] = visibilities.filter((each) => each !== level)
  return [
    kysely
      .updateTable(['LogTag as t', 'Tag as g'])
      .set('t.visibility', level)
      .whereRef('g.id', '=', 't.tagId')
      .where('g.userId', '=', userId)
      .where('t.visibility', '<>', level),
    // The column that receives the sum is assigned before its summands are set to 0.
    kysely
      .updateTable('Tag')
      .set(countColumn[level], sql<number>`everyoneCount + followersCount + meCount`)
      .set(countColumn[one!], 0)
      .set(countColumn[other!], 0)
      .set('visibility', level)
      .where('userId', '=', userId),
  ]
}

export const deleteTagsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Tag').where('userId', '=', userId).orderBy('id').limit(limit))
