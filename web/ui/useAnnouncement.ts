import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Arrivals within this time are announced together. */
const GATHER = 400
const MANY = 3

type Words<Item> = {
  /** what is in the list now and was not in `before` */
  arrivals: (before: readonly Item[], now: readonly Item[]) => Item[]
  /** one that came in, in words */
  one: (item: Item) => string
  /** how many came in, where they are too many to be announced one by one */
  many: (count: number) => string
}

/** The words that tell a screen reader what came in: each item, or how many when they are many. */
export function useAnnouncement<Item>(items: readonly Item[], words: Words<Item>): string {
  const [text, setText] = useState('')
  const told = useRef(items)
  const tell = useEffectEvent(() => {
    const fresh = words.arrivals(told.current, items)
    told.current = items
    if (fresh.length === 0) return
    setText(fresh.length > MANY ? words.many(fresh.length) : fresh.map(words.one).join('. '))
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(), GATHER)
    return () => clearTimeout(timer)
  }, [items])
  return text
}
