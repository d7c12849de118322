import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { SignedIn } from '../trpc.ts'
import type { ColumnClass } from './columnClass.ts'
import { exportedModels, personalData } from './personalData.ts'
import { nameReferences } from './references.ts'

/** A row of an export: dates are dates, references are names. */
type ExportedRow = Record<string, unknown>

const PAGE = 500

const column = (name: string) => Prisma.raw(`\`${name}\``)

/** The columns of a model that leave with an export, each with its class. */
export const exportedColumns = (model: Prisma.ModelName): [string, Exclude<ColumnClass, 'internal'>][] =>
  Object.entries<ColumnClass>(personalData[model].columns).filter(
    (entry): entry is [string, Exclude<ColumnClass, 'internal'>] => entry[1] !== 'internal',
  )

/** What a model holds of a person, in the order of its key, read in pages: nothing is ever held as a whole. */
async function* rowsOf(
  db: Deps['db'],
  viewer: Pick<SignedIn, 'id'>,
  model: Prisma.ModelName,
): AsyncGenerator<ExportedRow> {
  const { owner, order } = personalData[model] as { owner: string; order: readonly string[] }
  const columns = exportedColumns(model)
  const wanted = [...new Set([...columns.map(([name]) => name), ...order])].map(column)
  const own =
    owner === 'list'
      ? Prisma.sql`listId IN (SELECT id FROM List WHERE userId = ${viewer.id})`
      : owner === 'tag'
        ? Prisma.sql`tagId IN (SELECT id FROM Tag WHERE userId = ${viewer.id})`
        : Prisma.sql`${column(owner)} = ${viewer.id}`
  const sorted = order.length > 0 ? Prisma.sql`ORDER BY ${Prisma.join(order.map(column))}` : Prisma.empty

  let last: Record<string, unknown> | undefined
  do {
    // Raw: table, columns and order come from the table of personal data, so that there is nothing to check them against.
    const rows: Record<string, unknown>[] = await db.$queryRaw`
      SELECT ${Prisma.join(wanted)} FROM ${column(model)} WHERE ${own} ${after(order, last)} ${sorted} LIMIT ${PAGE}`
    yield* await nameReferences(db, viewer, columns, rows)
    last = rows.length === PAGE && order.length > 0 ? rows.at(-1) : undefined
  } while (last)
}

/** Behind a row in the order of one or two columns. */
function after([first, second]: readonly string[], row: Record<string, unknown> | undefined): Prisma.Sql {
  if (!row || first === undefined) return Prisma.empty
  const a = column(first)
  if (second === undefined) return Prisma.sql`AND ${a} > ${row[first]}`
  return Prisma.sql`AND (${a} > ${row[first]} OR (${a} = ${row[first]} AND ${column(second)} > ${row[second]}))`
}

/** Everything that the product holds about a person, as one JSON document, piece by piece. */
export async function* exportJson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn,
): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(now())}`
  for (const model of exportedModels) {
    yield `,\n${JSON.stringify(nameOf(model))}: [`
    let separator = '\n'
    for await (const row of rowsOf(db, viewer, model)) {
      yield (
        separator +
          JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
      )
      separator = ',\n'
    }
    yield '\n]'
  }
  yield '\n}\n'
}

/** 'ReviewLike' → 'reviewLikes'. */
const nameOf = (model: string) => `${model[0]!.toLowerCase()}${model.slice(1)}s`

/** The logs of a person as a table (RFC 4180, with the mark by which spreadsheets know UTF-8). */
export async function* exportLogs({ db }: Pick<Deps, 'db'>, viewer: SignedIn): AsyncGenerator<string> {
  const names = exportedColumns('Log').flatMap(([name, kind]) =>
    kind === 'album' ? ['artist', 'album'] : [kind === 'tags' ? 'tags' : name],
  )
  yield `\uFEFF${line(names)}`
  for await (const { album, ...row } of rowsOf(db, viewer, 'Log')) {
    const { artist, name } = album as { artist: string; name: string }
    const cells: ExportedRow = { ...row, artist, album: name }
    yield line(names.map((each) => cells[each]))
  }
}

const line = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  const text =
    value instanceof Date
      ? value.toISOString()
      : Array.isArray(value)
        ? value.join(', ')
        : String((value as string | number | null) ?? '')
  // A spreadsheet takes what begins so for a formula, and would run it.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
