import { bulkhead, type BulkheadPolicy } from 'cockatiel'

/**
 * Returns a function that runs work, at most `concurrent` at a time per key; at most `queue` more wait. Beyond that it throws
 * cockatiel's BulkheadRejectedError.
 */
export function keyedBulkhead(concurrent: number, queue: number) {
  const rooms = new Map<string, { room: BulkheadPolicy; users: number }>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const place = rooms.get(key) ?? { room: bulkhead(concurrent, queue), users: 0 }
    rooms.set(key, place)
    place.users++
    try {
      return await place.room.execute(work)
    } finally {
      if (--place.users === 0) rooms.delete(key)
    }
  }
}
