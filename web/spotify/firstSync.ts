import { onPersonGone } from '../lib/personal.ts'

/** True if the viewer has just returned from Spotify; a reload resets it. */
let isDue = false
onPersonGone(() => (isDue = false))

/** Makes the viewer's own profile start the first sync automatically. */
export const expectFirstSync = (): void => void (isDue = true)

/** Returns true, once, if a sync must start automatically. */
export function takeFirstSync(): boolean {
  const wasDue = isDue
  isDue = false
  return wasDue
}
