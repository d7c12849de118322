import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Items that arrive within this time are announced together, in milliseconds. */
const GATHER = 400
const MANY = 3

type Words<Item> = {
  arrivals: (previous: readonly Item[], current: readonly Item[]) => Item[]
  one: (item: Item) => string
  many: (count: number) => string
}

export function useAnnouncement<Item>(items: readonly Item[], words: Words<Item>): string {
  const [text, setText] = useState('')
  const announcedItems = useRef(items)
  const announce = useEffectEvent(() => {
    const newItems = words.arrivals(announcedItems.current, items)
    announcedItems.current = items
    if (newItems.length === 0) return
    setText(newItems.length > MANY ? words.many(newItems.length) : newItems.map(words.one).join('. '))
  })
  useEffect(() => {
    const timer = setTimeout(() => announce(), GATHER)
    return () => clearTimeout(timer)
  }, [items])
  return text
}
