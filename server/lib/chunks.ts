const CHUNK = 500

/**
 * Deletes many rows in small statements; returns their number. It reads their ids first and deletes by key: a delete with a
 * search would lock every row that it examines.
 */
export async function deleteInChunks<Id>(
  read: (limit: number) => Promise<Id[]>,
  remove: (ids: Id[]) => Promise<number>,
): Promise<number> {
  let count = 0
  for (;;) {
    const ids = await read(CHUNK)
    if (ids.length > 0) count += await remove(ids)
    if (ids.length < CHUNK) return count
  }
}
