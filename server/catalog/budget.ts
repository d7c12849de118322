import { BulkheadRejectedError } from 'cockatiel'
import type { Deps } from '../core/deps.ts'
import { keyOfCaller, lookUpsAtOnce, lookUpsOfPerson, lookUpsOfVisitor } from '../core/limits.ts'
import type { Context } from '../core/trpc.ts'
import { tooMany } from '../lib/errors.ts'
import { keyedBulkhead } from '../lib/keyedBulkhead.ts'

const inTurn = keyedBulkhead(lookUpsAtOnce.running, lookUpsAtOnce.waiting)

/**
 * Counts a cache miss against the caller (a user, or a visitor's network), and gives each caller few lookups at a time, so that
 * nobody uses up our calls to the catalogue. Visitors leave places in the queue to signed-in users.
 * @throws tooMany, from a lookup
 */
export function withBudget({ deps, viewer, caller }: Pick<Context, 'deps' | 'viewer' | 'caller'>): Deps {
  const { cache, limit } = deps
  const catalogue = viewer ? deps.catalogue : deps.catalogue.forVisitors
  if (deps.settings.LIMITS_FACTOR === 0) return { ...deps, catalogue }
  const key = keyOfCaller({ viewer, caller })
  const rule = viewer ? lookUpsOfPerson : lookUpsOfVisitor
  const get: Deps['cache']['get'] = async (name, life, load) => {
    if (await cache.knows(name, life)) return await cache.get(name, life, load)
    await limit(rule).take(key)
    try {
      return await inTurn(key, () => cache.get(name, life, load))
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? tooMany('limits.lookUps', 2) : error
    }
  }
  const spend = () => limit(rule).take(key)
  return { ...deps, cache: { ...cache, get }, catalogue: catalogue.countedBy(spend) }
}
