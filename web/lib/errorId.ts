/** An error is shown immediately; an older id belongs to another error. In milliseconds. */
const SHOWN_WITHIN = 5_000

let last: { id: string; at: number } | null = null

export function noteErrorId(id: string): void {
  last = { id, at: Date.now() }
}

/** The user can give this id to the operator; null if nothing has just failed on the server. */
export const recentErrorId = (): string | null =>
  last !== null && Date.now() - last.at < SHOWN_WITHIN ? last.id : null
