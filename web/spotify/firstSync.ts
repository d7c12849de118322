import { onPersonGone } from '../lib/personal.ts'

/** Whether the viewer comes back from Spotify at this moment. A reload is no coming back. */
let isDue = false
onPersonGone(() => (isDue = false))

/** Lets the first sync begin by itself, on the own profile. */
export const expectFirstSync = (): void => void (isDue = true)

/** Whether a sync is to begin by itself; once true, and then no more. */
export function takeFirstSync(): boolean {
  const wasDue = isDue
  isDue = false
  return wasDue
}
