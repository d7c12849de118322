import { useEffect, useRef, useState } from 'react'
import type { ActivityEntry } from '../../shared/activity.ts'
import { texts } from '../../shared/texts.ts'
import { arrivals } from './feed.ts'

/** What comes within this time is said in one go. */
const GATHER = 400
const MANY = 3

/** The words that tell a screen reader what came in: each entry, or how many when they are many. */
export function useAnnouncement(entries: ActivityEntry[]): string {
  const [text, setText] = useState('')
  const told = useRef(entries)

  useEffect(() => {
    const timer = setTimeout(() => {
      const fresh = arrivals(told.current, entries)
      told.current = entries
      if (fresh.length > 0) setText(announce(fresh))
    }, GATHER)
    return () => clearTimeout(timer)
  }, [entries])

  return text
}

const announce = (fresh: ActivityEntry[]): string =>
  fresh.length > MANY
    ? texts.activity.waiting(fresh.length)
    : fresh.map(({ user, album }) => texts.activity.logged(user.nickname, album.name)).join('. ')
