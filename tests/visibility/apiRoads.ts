import type { Row } from '../../server/api/row.ts'
import { table } from '../../server/api/table.ts'
import { roads } from './roads.ts'

// The operations of the API that read or stream what a road shows: the same inputs, as addresses.

const isRead = ({ method, events, procedures }: Row) =>
  method === 'GET' && events === null && procedures.some((procedure) => procedure in roads)

export const reads = table.filter(isRead)

export const streamRows = table.filter(({ events }) => events !== null)

type Input = Record<string, unknown> & { thread?: Record<string, number> }

/** Returns the address below /api/v1 for an input of the procedure; null if the operation does not take it. */
export function addressOf(
  { path }: Row,
  input: unknown,
): { path: string; query: Record<string, string> } | null {
  const { thread, ...rest } = (input ?? {}) as Input
  // A thread is named by the path: that of a list, or of a review.
  const id = thread && (path.startsWith('/lists/') ? thread.list : thread.review)
  const values: Record<string, unknown> = { ...rest, ...(thread && { id }) }
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (names.some((name) => values[name] === undefined)) return null
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const query = Object.entries(values).filter(([name]) => !names.includes(name))
  return { path: filled, query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])) }
}
