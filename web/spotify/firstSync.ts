import { onPersonGone } from '../lib/personal.ts'

/** True if the viewer has just returned from Spotify; a reload resets it. */
let isDue = false
onPersonGone(() => (isDue = false))

export const expectFirstSync = (): void => void (isDue = true)

export function takeFirstSync(): boolean {
  const wasDue = isDue
  isDue = false
  return wasDue
}
