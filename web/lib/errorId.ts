/** A failure is shown at once; an older id belongs to another failure. */
const SHOWN_WITHIN = 5_000

let last: { id: string; at: number } | null = null

/** Notes the id of a request that failed in the server. */
export function noteErrorId(id: string): void {
  last = { id, at: Date.now() }
}

/** The id of the request that has just failed in the server, for a person to name to the operator; null for none. */
export const recentErrorId = (): string | null =>
  last !== null && Date.now() - last.at < SHOWN_WITHIN ? last.id : null
