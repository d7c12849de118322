import { DomainError, invalid } from '../../lib/errors.ts'
import type { TextPart } from '../reading/source.ts'
import { plain, plainHeader, type Draft, type Reading } from './draft.ts'

// Tables in one zip are one import.

/**
 * Reads the tables of an upload one after the other. Of several, those count that are known or name albums; the others are passed
 * over. @throws invalid if none is left
 */
export async function recogniseTables(
  parts: readonly TextPart[],
  recogniseTable: (part: TextPart) => Promise<Reading>,
): Promise<Reading> {
  const found: Reading[] = []
  let refusal: DomainError = invalid('imports.unknownFile')
  for (const part of parts) {
    try {
      found.push(await recogniseTable(part))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusal = error
    }
  }
  const albums = found.filter(namesAlbums)
  const readings = albums.length > 0 ? albums : found
  const [first, ...others] = readings
  if (!first) throw refusal
  if (others.length === 0) return first
  if (albums.length === 0) throw invalid('imports.unknownFile')
  return together(first, others)
}

/** Whether a table that nobody knows has a column of artists and one of albums. */
const namesAlbums = ({ asks: { columns } }: Reading): boolean =>
  !columns || (['artist', 'album'] as const).every((wanted) => columns.some(({ role }) => role === wanted))

/** One reading of several; the first stands for all where something is asked. */
function together(first: Reading, others: readonly Reading[]): Reading {
  const isSame = (other: Reading) =>
    other.format === first.format && other.header.join('\n') === first.header.join('\n')
  const isOne = others.every(isSame)
  async function* rows(): AsyncGenerator<Draft> {
    for (const reading of [first, ...others])
      for await (const draft of reading.rows()) yield isOne ? draft : plain(draft)
  }
  const asks = Object.assign({}, ...[...others, first].map((each) => each.asks)) as Reading['asks']
  return { format: first.format, header: isOne ? first.header : plainHeader, asks, rows }
}
