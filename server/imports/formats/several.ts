import type { NotTaken } from '../../../shared/imports.ts'
import type { ErrorId } from '../../../shared/texts.ts'
import { DomainError, invalid } from '../../lib/errors.ts'
import type { TextPart } from '../reading/source.ts'
import { counted, plain, plainHeader, type Draft, type Reading } from './draft.ts'

/** errors of a table that fail the whole upload instead of skipping the table */
const limits = new Set<ErrorId>(['imports.tooManyRows', 'imports.rowTooLong', 'imports.zipBroken'])

/**
 * If there are several, unknown tables without artist and album columns are skipped.
 * @throws invalid if no table is left, or if one exceeds a limit
 */
export async function recogniseTables(
  parts: readonly TextPart[],
  recogniseTable: (part: TextPart) => Promise<Reading>,
): Promise<Reading> {
  const allReadings: Reading[] = []
  const unknown = invalid('imports.unknownFile')
  let refusal: DomainError = unknown
  let refusedTables = 0
  for (const part of parts) {
    try {
      allReadings.push(await recogniseTable(part))
    } catch (error) {
      if (!(error instanceof DomainError) || limits.has(error.id)) throw error
      if (refusal.id === unknown.id) refusal = error
      // A text without columns is not a table.
      if (error.id !== unknown.id) refusedTables++
    }
  }
  const albums = allReadings.filter(namesAlbums)
  const readings = albums.length > 0 ? albums : allReadings
  if (readings.length === 0) throw refusal
  if (albums.length === 0 && allReadings.length > 1) throw unknown
  const reading = joinReadings(readings)
  const otherTables = refusedTables + allReadings.length - readings.length
  return { ...reading, notTaken: () => counted({ ...reading.notTaken?.(), otherTables }) }
}

const namesAlbums = ({ asks: { columns } }: Reading): boolean =>
  !columns ||
  (['artist', 'album'] as const).every((requiredRole) => columns.some(({ role }) => role === requiredRole))

/** For the open questions, the first reading takes precedence. */
export function joinReadings(readings: readonly Reading[]): Reading {
  const [first, ...others] = readings as [Reading, ...Reading[]]
  if (others.length === 0) return first
  const isSame = (other: Reading) =>
    other.format === first.format && other.header.join('\n') === first.header.join('\n')
  const isOne = others.every(isSame)
  async function* rows(): AsyncGenerator<Draft> {
    for (const reading of readings)
      for await (const draft of reading.rows()) yield isOne ? draft : plain(draft)
  }
  const asks = Object.assign({}, ...[...others, first].map((each) => each.asks)) as Reading['asks']
  const notTaken = () => sumOf(readings.map((each) => each.notTaken?.() ?? {}))
  return { format: first.format, header: isOne ? first.header : plainHeader, asks, rows, notTaken }
}

function sumOf(counts: readonly NotTaken[]): NotTaken {
  const sum: NotTaken = {}
  for (const each of counts)
    for (const [kind, count] of Object.entries(each) as [keyof NotTaken, number][])
      sum[kind] = (sum[kind] ?? 0) + count
  return sum
}
