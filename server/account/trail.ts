import type { Deps } from '../deps.ts'

/** A line of the trail as it is read: people by the nicknames of today. */
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

/** The newest lines of the trail, the newest first. */
export async function readTrail({ db }: Pick<Deps, 'db'>, count: number): Promise<TrailLine[]> {
  // By their time: a server writes its lines up to a second later, an operator's task at once.
  const entries = await db.auditEntry.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: count,
  })
  const ids = entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null)
  const people = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, nickname: true },
  })
  const nicknames = new Map(people.map(({ id, nickname }) => [id, nickname]))
  const nameOf = (id: number | null) => (id === null ? null : (nicknames.get(id) ?? `deleted account #${id}`))
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
