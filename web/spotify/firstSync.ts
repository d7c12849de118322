import { onPersonGone } from '../lib/personal.ts'

/** Whether the viewer has just returned from Spotify. A reload does not count. */
let isDue = false
onPersonGone(() => (isDue = false))

/** Lets the first sync begin by itself, on the own profile. */
export const expectFirstSync = (): void => void (isDue = true)

/** Whether a sync must begin by itself; true only once. */
export function takeFirstSync(): boolean {
  const wasDue = isDue
  isDue = false
  return wasDue
}
