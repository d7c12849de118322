import type { Visibility } from '../../shared/visibility.ts'
import type { Tx } from '../lib/db.ts'

export async function defaultVisibility(db: Tx, userId: number): Promise<Visibility> {
  const person = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { defaultVisibility: true },
  })
  return person.defaultVisibility
}
