import type { Deps } from '../core/deps.ts'
import { readNames } from './deletedNames.ts'

export type TrailLine = {
  id: number
  at: string
  event: string
  actor: string | null
  /** set if the actor is an account that is called as the command line is */
  isAccount?: true
  subject: string | null
  address: string | null
  times: number
  detail: unknown
}

/** The actor of a task on the command line. */
const OPERATOR = 'operator'

/** Reads a cursor: the time and the id of a line, as '2026-11-22T10:30:00.000Z/7'. An invalid one means the first page. */
function readPlace(cursor: string | null | undefined): { createdAt: Date; id: bigint } | null {
  const [at = '', id = ''] = cursor?.split('/') ?? []
  const createdAt = new Date(at)
  return Number.isNaN(createdAt.getTime()) || !/^\d{1,19}$/.test(id) ? null : { createdAt, id: BigInt(id) }
}

/** Newest first. `after` continues behind the line of that time and id. */
export async function readTrail(
  deps: Pick<Deps, 'db' | 'seal' | 'now'>,
  count: number,
  after?: string | null,
): Promise<TrailLine[]> {
  const place = readPlace(after)
  // Sorted by time, not id: a server writes its entries with a delay of up to a second, an operator command immediately.
  const entries = await deps.db.auditEntry.findMany({
    ...(place && {
      where: {
        createdAt: { lte: place.createdAt },
        OR: [{ createdAt: { lt: place.createdAt } }, { id: { lt: place.id } }],
      },
    }),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: count,
  })
  const ids = entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null)
  const names = await readNames(deps, ids)
  const nameOf = (id: number | null) => (id === null ? null : names(id))
  return entries.map(({ id, createdAt, event, actorId, subjectId, address, times, detail }) => ({
    id: Number(id),
    at: createdAt.toISOString(),
    event,
    actor: actorId === null && event.startsWith('admin.') ? OPERATOR : nameOf(actorId),
    ...(nameOf(actorId) === OPERATOR && { isAccount: true as const }),
    subject: nameOf(subjectId),
    address,
    times,
    detail: detail === null ? null : (JSON.parse(detail) as unknown),
  }))
}
