import { sql } from 'kysely'
import { isVisible } from '../access/visibleTo.ts'
import type { Tx } from '../lib/db.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'

// Rankings of an installation. A small one counts them when they are read; a large one does it in the background.

/** Up to this number of rows, counting takes a few milliseconds. */
const FEW = 2_000

/** How many people and albums are ranked: some of the people cannot be shown to a reader. */
const RANKED = 60
const WEEK = 7 * 24 * 60 * 60_000

const followsUpTo = statement(({ limit }: { limit: number }) =>
  kysely
    .selectFrom(kysely.selectFrom('Follow').select('followingId').limit(limit).as('first'))
    .select(countAll),
)
const mostFollowed = statement(() =>
  kysely
    .selectFrom('Follow as f')
    .select('f.followingId as id')
    .groupBy('f.followingId')
    .orderBy(sql`COUNT(*)`, 'desc')
    .orderBy('f.followingId')
    .limit(RANKED),
)

/** What has come into feeds since then. */
const listenings = (since: Date) =>
  kysely.selectFrom('Log as l').where('l.feedAt', '>=', since).where('l.visibility', '=', 'everyone')

const listeningsUpTo = statement(({ since, limit }: { since: Date; limit: number }) =>
  kysely.selectFrom(listenings(since).select('l.id').limit(limit).as('first')).select(countAll),
)
/** A listening of an earlier day is not of this week; without a day, it is. */
const mostHeard = statement(({ since, day }: { since: Date; day: Date }) =>
  listenings(since)
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select('a.id')
    .where((eb) => eb.or([eb('l.date', 'is', null), eb('l.date', '>=', day)]))
    .where('u.isPrivate', '=', false)
    .where(isVisible)
    .groupBy(['a.id', 'a.name'])
    .orderBy(sql`COUNT(DISTINCT l.userId)`, 'desc')
    .orderBy('a.name')
    .orderBy('a.id')
    .limit(RANKED),
)

/** Ids of the people whom the most people follow. */
export const rankFollowed = async (db: Tx): Promise<number[]> =>
  (await mostFollowed(db, {})).map(({ id }) => id)

/** Ids of the albums to which the most people have publicly listened in the last seven days. */
export async function rankWeek(db: Tx, now: Date): Promise<number[]> {
  const since = new Date(now.getTime() - WEEK)
  const day = new Date(since.toISOString().slice(0, 10))
  return (await mostHeard(db, { since, day })).map(({ id }) => id)
}

const rankingsOf = statement(() =>
  kysely.selectFrom('TasteState').select(['followed', 'week']).where('id', '=', 1),
)

async function readRanking(db: Tx, name: 'followed' | 'week'): Promise<number[] | null> {
  const [row] = await rankingsOf(db, {})
  return row ? (JSON.parse(row[name]) as number[]) : null
}

export async function readFollowed(db: Tx): Promise<number[]> {
  const [few] = await followsUpTo(db, { limit: FEW + 1 })
  return (few!.count > FEW && (await readRanking(db, 'followed'))) || (await rankFollowed(db))
}

export async function readWeek(db: Tx, now: Date): Promise<number[]> {
  const [few] = await listeningsUpTo(db, { since: new Date(now.getTime() - WEEK), limit: FEW + 1 })
  return (few!.count > FEW && (await readRanking(db, 'week'))) || (await rankWeek(db, now))
}
