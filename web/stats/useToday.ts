import { useSyncExternalStore } from 'react'
import { utcDay } from '../../shared/days.ts'
import { dateToDay } from '../ui/dates.ts'

const neverChanges = () => () => {}

/** The reader's day if it is not UTC's, which is that of the server. */
function ownDay(): string | null {
  const day = dateToDay(new Date())
  return day === utcDay(new Date()) ? null : day
}

/** The page begins with the server's answer, which is for UTC's day. */
export function useToday(): { today?: string } {
  const today = useSyncExternalStore(neverChanges, ownDay, () => null)
  return today === null ? {} : { today }
}
