/** An error is shown immediately; an older id belongs to another error. In milliseconds. */
const SHOWN_WITHIN = 5_000

let last: { id: string; at: number } | null = null

export function noteErrorId(id: string): void {
  last = { id, at: Date.now() }
}

/**
 * Returns the id of the request that has just failed on the server, which the user can give to the operator; null if there is
 * none.
 */
export const recentErrorId = (): string | null =>
  last !== null && Date.now() - last.at < SHOWN_WITHIN ? last.id : null
