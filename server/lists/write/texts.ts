import { sql } from 'kysely'
import type { Deps } from '../../core/deps.ts'
import { transaction, type Tx } from '../../lib/db.ts'
import { kysely, run, statement } from '../../lib/sql.ts'
import { foldedWords } from '../foldedText.ts'

const WRITTEN_AT_ONCE = 200

type Text = { id: number; name: string; description: string }

/** The texts include a copy of the owner's nickname, which every rename updates. */
export async function writeListTexts(tx: Tx, lists: readonly Text[]): Promise<void> {
  if (lists.length === 0) return
  const texts = lists.map(
    ({ id, name, description }) =>
      sql`WHEN ${id} THEN ${Buffer.from(foldedWords(`${name} ${description}`).join(' '))}`,
  )
  const ids = lists.map(({ id }) => id)
  await run(
    tx,
    kysely
      .insertInto('ListText')
      .columns(['createdAt', 'listId', 'nickname', 'text'])
      .expression(
        kysely
          .selectFrom('List as l')
          .innerJoin('User as u', 'u.id', 'l.userId')
          .select([
            'l.createdAt',
            'l.id',
            'u.nickname',
            sql<Buffer>`CASE l.id ${sql.join(texts, sql` `)} END`.as('text'),
          ])
          .where('l.id', 'in', ids),
      )
      .onDuplicateKeyUpdate({ text: sql<Buffer>`VALUES(text)` }),
  )
}

const withoutText = statement(({ last }: { last: number }) =>
  kysely
    .selectFrom('List as l')
    .leftJoin('ListText as t', 't.listId', 'l.id')
    .select(['l.id', 'l.name', 'l.description'])
    .where('t.listId', 'is', null)
    .where('l.id', '>', last)
    .orderBy('l.id')
    .limit(WRITTEN_AT_ONCE),
)

/** Lists of the demo, and those created before the search existed, have no search text. */
export async function indexLists({ db }: Pick<Deps, 'db'>): Promise<void> {
  let last = 0
  do {
    const missing = await withoutText(db, { last })
    await transaction(db, (tx) => writeListTexts(tx, missing))
    last = missing.length === WRITTEN_AT_ONCE ? missing.at(-1)!.id : 0
  } while (last > 0)
}
