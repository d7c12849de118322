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

/** The text that announces new items to screen readers: each item, or their number when there are many. */
export function useAnnouncement<Item>(items: readonly Item[], words: Words<Item>): string {
  const [text, setText] = useState('')
  const announced = useRef(items)
  const announce = useEffectEvent(() => {
    const fresh = words.arrivals(announced.current, items)
    announced.current = items
    if (fresh.length === 0) return
    setText(fresh.length > MANY ? words.many(fresh.length) : fresh.map(words.one).join('. '))
  })
  useEffect(() => {
    const timer = setTimeout(() => announce(), GATHER)
    return () => clearTimeout(timer)
  }, [items])
  return text
}
