import { useEffect, useState } from 'react'
import { utcDay } from '../../shared/days.ts'
import { dateToDay } from '../ui/dates.ts'

/** The reader's own day, if it is another one than that of the server, whose answer the page begins with. */
export function useToday(): { today?: string } {
  const [today, setToday] = useState<string | null>(null)
  useEffect(() => {
    const [now, day] = [new Date(), dateToDay(new Date())]
    setToday(day === utcDay(now) ? null : day)
  }, [])
  return today === null ? {} : { today }
}
