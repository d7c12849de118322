import { rowStates } from '../../shared/imports.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { SignedIn } from '../trpc.ts'
import { requireImport } from './queries.ts'
import type { StoredAsks } from './stored.ts'
import { ROWS_KEPT, sayWhy } from './view.ts'

const AT_ONCE = 1_000

/** The rows of an import that were not written, as a table that can be imported again. @throws notFound */
export async function restOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn,
  id: number,
  texts: Texts,
): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  if (!Number.isSafeInteger(id)) throw notFound('imports.notFound')
  const { asks, endedAt, prunedAt } = await requireImport(db, viewer, id)
  const isKept = prunedAt === null && endedAt !== null && now().getTime() - endedAt.getTime() < ROWS_KEPT
  if (!isKept) throw notFound('imports.notFound')
  const { header } = JSON.parse(asks) as StoredAsks
  return { name: `plak-import-${id}-rest.csv`, pieces: piecesOf(db, id, header, texts) }
}

async function* piecesOf(
  db: Deps['db'],
  id: number,
  header: readonly string[],
  texts: Texts,
): AsyncGenerator<string> {
  yield `\uFEFF${line([...header, 'Why'])}`
  const states = rowStates.filter((state) => state !== 'written')
  for (let after = -1; ;) {
    const query = kysely
      .selectFrom('ImportRow')
      .select(['number', 'state', 'why', 'cells'])
      .where('importId', '=', id)
      .where('number', '>', after)
      .where('state', 'in', states)
      // A track is no album in another import either.
      .where((eb) => eb.or([eb('why', 'is', null), eb('why', '<>', 'notAlbum')]))
      .orderBy('number')
      .limit(AT_ONCE)
    const found = await rows(db, query)
    yield found
      .map(({ state, why, cells }) => {
        const own = JSON.parse(cells) as string[]
        const padded = Array.from(
          { length: Math.max(header.length, own.length) },
          (_, index) => own[index] ?? '',
        )
        return line([...padded, sayWhy(why ?? (state === 'looking' ? 'looking' : 'notWritten'), texts)!])
      })
      .join('')
    if (found.length < AT_ONCE) return
    after = found.at(-1)!.number
  }
}

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** A spreadsheet would run what begins like a formula; our reader takes the sign away again (tables.ts). */
function cell(text: string): string {
  const harmless = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
