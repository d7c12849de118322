import { useEffect, useRef, useState } from 'react'
import type { Comment } from '../../shared/comments.ts'
import { texts } from '../../shared/texts.ts'

/** What comes within this time is said in one go. */
const GATHER = 400
const MANY = 3

const newest = (comments: readonly Comment[]) => comments.reduce((latest, { id }) => Math.max(latest, id), 0)

/** The words that tell a screen reader what others say: each comment, or how many when they are many. */
export function useAnnouncement(comments: Comment[], own: string | undefined): string {
  const [text, setText] = useState('')
  const told = useRef(newest(comments))

  useEffect(() => {
    const timer = setTimeout(() => {
      const fresh = comments.filter(({ id, user }) => id > told.current && user.nickname !== own)
      told.current = Math.max(told.current, newest(comments))
      if (fresh.length > 0) setText(announce(fresh))
    }, GATHER)
    return () => clearTimeout(timer)
  }, [comments, own])

  return text
}

const announce = (fresh: Comment[]): string =>
  fresh.length > MANY
    ? texts.comments.arrived(fresh.length)
    : fresh.map(({ user, text }) => texts.comments.said(user.nickname, text)).join('. ')
