import type { z } from 'zod'
import type { AdminTrail, AdminTrailLine, adminTrailInput } from '../../shared/admin.ts'
import { adminLimits } from '../../shared/limits.ts'
import { readTrail } from '../account/trail.ts'
import type { Deps } from '../core/deps.ts'
import { pageOf } from '../lib/keyset.ts'

export async function listAllLines(
  deps: Pick<Deps, 'db' | 'seal' | 'now'>,
  { cursor }: z.output<typeof adminTrailInput>,
): Promise<AdminTrail> {
  const lines = await readTrail(deps, adminLimits.trailPage + 1, cursor)
  const { page, next } = pageOf(lines, adminLimits.trailPage, ({ at, id }) => `${at}/${id}`)
  return {
    items: page.map(({ id, detail, ...line }) => ({
      ...line,
      id: String(id),
      detail: detail as AdminTrailLine['detail'],
    })),
    next,
  }
}
