import { BulkheadRejectedError } from 'cockatiel'
import { sql } from 'kysely'
import type { z } from 'zod'
import { readCursor, writeCursor, type Cursor } from '../../../shared/cursor.ts'
import { limits } from '../../../shared/limits.ts'
import type { ListCard, searchListsInput } from '../../../shared/lists.ts'
import type { Page } from '../../../shared/page.ts'
import { isShownTo } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import { keyOfCaller, listSearches, listSearchesAtOnce } from '../../core/limits.ts'
import type { Context } from '../../core/trpc.ts'
import { tooMany } from '../../lib/errors.ts'
import { keyedBulkhead } from '../../lib/keyedBulkhead.ts'
import { newestFirst, pageOf } from '../../lib/keyset.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { foldedWords } from '../foldedText.ts'
import { readListCards } from './view.ts'

const PAGE = limits.listsPage
// A search without matches reads every list: the limit leaves database connections for other requests.
const turns = keyedBulkhead(listSearchesAtOnce.running, listSearchesAtOnce.waiting)

async function inTurn<Result>(key: string, search: () => Promise<Result>): Promise<Result> {
  try {
    return await turns(key, search)
  } catch (error) {
    throw error instanceof BulkheadRejectedError ? tooMany('limits.searches', 2) : error
  }
}

/** Every word must occur, in any part of a word, ignoring case and accents. @throws tooMany */
export async function searchLists(
  { db, limit }: Pick<Deps, 'db' | 'limit'>,
  caller: Pick<Context, 'viewer' | 'caller'>,
  { query, cursor, limit: size = PAGE }: z.output<typeof searchListsInput>,
): Promise<Page<ListCard>> {
  const words = foldedWords(query).map((word) => Buffer.from(word))
  const after = readCursor(cursor)
  const key = keyOfCaller(caller)
  const viewerId = caller.viewer?.id ?? 0
  const requested = { after, viewerId, limit: size + 1 }
  const search = () => matching(db, { words, ...requested })
  if (words.length > 0) await limit(listSearches).take(key)
  const rows = words.length > 0 ? await inTurn(key, search) : await newest(db, requested)
  const { page, next } = pageOf(rows, size, ({ createdAt, id }) => writeCursor({ at: createdAt, id }))
  return {
    items: await readListCards(
      db,
      viewerId,
      page.map(({ id }) => id),
    ),
    next,
  }
}

// Both use STRAIGHT_JOIN: they read from the newest list on until a page is full. See
// docs/decisions/2026-11-20-list-search.md.

type Requested = { after: Cursor | null; viewerId: number; limit: number }

const newest = statement(({ after, viewerId, limit }: Requested) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['l.id', 'l.createdAt'])
    .where(isShownTo(viewerId))
    .$call((query) => newestFirst(query, 'l.createdAt', 'l.id', after))
    .limit(limit),
)

const matching = statement(({ words, after, viewerId, limit }: Requested & { words: Buffer[] }) =>
  kysely
    .selectFrom('ListText as t')
    .innerJoin('List as l', 'l.id', 't.listId')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['t.listId as id', 't.createdAt'])
    .where(isShownTo(viewerId))
    .where((eb) => {
      const isIn = (word: Buffer, column: 't.text' | 't.nickname') =>
        sql<boolean>`LOCATE(${word}, ${eb.ref(column)})`
      return eb.and(words.map((word) => eb.or([isIn(word, 't.text'), isIn(word, 't.nickname')])))
    })
    .$call((query) => newestFirst(query, 't.createdAt', 't.listId', after))
    .limit(limit),
)
