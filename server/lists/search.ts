import type { z } from 'zod'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { limits } from '../../shared/limits.ts'
import type { ListCard, searchListsInput } from '../../shared/lists.ts'
import type { Page } from '../../shared/page.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { foldedWords } from './foldedText.ts'
import { readListCards } from './view.ts'

const PAGE = limits.listsPage
const WRITTEN_AT_ONCE = 200

type Text = { id: number; name: string; description: string }

/**
 * The lists in whose name, description or owner's nickname every word of the query occurs, whatever its case and
 * accents and in any part of a word; newest first, 24 a page.
 */
export async function searchLists(
  { db }: Pick<Deps, 'db'>,
  { query, cursor }: z.output<typeof searchListsInput>,
): Promise<Page<ListCard>> {
  const { from, id, where } = matching(foldedWords(query))
  const place = readCursor(cursor)
  const older = place
    ? Prisma.sql`AND l.createdAt <= ${place.at} AND (l.createdAt < ${place.at} OR ${id} < ${place.id})`
    : Prisma.empty
  const rows = await db.$queryRaw<{ id: number; createdAt: Date }[]>`
    SELECT ${id} AS id, l.createdAt FROM ${from}
    WHERE u.disabledAt IS NULL ${where} ${older}
    ORDER BY l.createdAt DESC, ${id} DESC LIMIT ${PAGE + 1}`
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    items: await readListCards(
      db,
      page.map((row) => row.id),
    ),
    next: last && rows.length > PAGE ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}

/**
 * Where the lists with these words are read from. Straight: from the newest one on, until a page is full.
 * See docs/decisions/2026-11-20-list-search.md.
 */
function matching(words: string[]) {
  if (words.length === 0) {
    const from = Prisma.sql`List l STRAIGHT_JOIN User u ON u.id = l.userId`
    return { from, id: Prisma.sql`l.id`, where: Prisma.empty }
  }
  const each = words.map((word) => {
    const bytes = Buffer.from(word)
    return Prisma.sql`AND (LOCATE(${bytes}, l.text) OR LOCATE(${bytes}, l.nickname))`
  })
  const from = Prisma.sql`ListText l STRAIGHT_JOIN User u ON u.nickname = l.nickname`
  return { from, id: Prisma.sql`l.listId`, where: Prisma.join(each, ' ') }
}

/** Writes what lists are searched by; their owner's nickname is copied, and updated with every rename. */
export async function writeListTexts(tx: Tx, lists: readonly Text[]): Promise<void> {
  if (lists.length === 0) return
  const texts = lists.map(({ id, name, description }) => {
    return Prisma.sql`WHEN ${id} THEN ${Buffer.from(foldedWords(`${name} ${description}`).join(' '))}`
  })
  await tx.$executeRaw`
    INSERT INTO ListText (createdAt, listId, nickname, text)
    SELECT l.createdAt, l.id, u.nickname, CASE l.id ${Prisma.join(texts, ' ')} END
    FROM List l JOIN User u ON u.id = l.userId WHERE l.id IN (${Prisma.join(lists.map(({ id }) => id))})
    ON DUPLICATE KEY UPDATE text = VALUES(text)`
}

/** Makes lists be found that nobody has written a text of: the demo's, and those from before there were any. */
export async function indexLists({ db }: Pick<Deps, 'db'>): Promise<void> {
  let last = 0
  do {
    const missing = await db.$queryRaw<Text[]>`
      SELECT l.id, l.name, l.description FROM List l LEFT JOIN ListText t ON t.listId = l.id
      WHERE t.listId IS NULL AND l.id > ${last} ORDER BY l.id LIMIT ${WRITTEN_AT_ONCE}`
    await transaction(db, (tx) => writeListTexts(tx, missing))
    last = missing.length === WRITTEN_AT_ONCE ? missing.at(-1)!.id : 0
  } while (last > 0)
}
