import { createHash } from 'node:crypto'
import type { YearStats } from '../../shared/stats.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError } from '../lib/errors.ts'
import { getYear } from '../stats/queries.ts'

/** Returns the part of a user's year that everyone can see; null if there is none. */
export async function findYear(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  nickname: string,
  year: number,
): Promise<YearStats | null> {
  try {
    return await getYear(deps, null, { nickname, year })
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return null
    throw error
  }
}

/** Changes with everything that the picture shows, so that another picture has another address. */
export function versionOf({ listens, albums, artists, mosaic }: YearStats): string {
  const drawn = JSON.stringify([listens, albums, artists, mosaic])
  return createHash('sha256').update(drawn).digest('hex').slice(0, 12)
}
