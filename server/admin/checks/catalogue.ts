import { countLinks } from '../../catalog/linking/queue.ts'
import type { Db } from '../../lib/db.ts'
import { ok, type Found } from './check.ts'

/** Reports how many albums are linked to MusicBrainz. */
export async function checkLinks(db: Db): Promise<Found> {
  const { linked, waiting, ambiguous } = await countLinks(db)
  return ok('links', `Catalogue: ${linked} albums linked, ${waiting} waiting, ${ambiguous} ambiguous`)
}
