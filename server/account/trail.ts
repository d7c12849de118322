import type { Deps } from '../core/deps.ts'
import { readNames } from './deletedNames.ts'

export type TrailLine = {
  id: number
  at: string
  event: string
  actor: string | null
  subject: string | null
  address: string | null
  times: number
  detail: unknown
}

export async function readTrail(
  deps: Pick<Deps, 'db' | 'seal' | 'now'>,
  count: number,
): Promise<TrailLine[]> {
  // Sorted by time, not id: a server writes its entries with a delay of up to a second, an operator command immediately.
  const entries = await deps.db.auditEntry.findMany({
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
    actor: event.startsWith('admin.') ? 'operator' : nameOf(actorId),
    subject: nameOf(subjectId),
    address,
    times,
    detail: detail === null ? null : (JSON.parse(detail) as unknown),
  }))
}
