import type { Visibility } from '../../shared/visibility.ts'
import type { Tx } from '../lib/db.ts'

/** Returns the visibility of new listenings and lists of a user who chooses no other. */
export async function defaultVisibility(db: Tx, userId: number): Promise<Visibility> {
  const person = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { defaultVisibility: true },
  })
  return person.defaultVisibility
}
