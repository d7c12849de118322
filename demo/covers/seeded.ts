export type Seeded = {
  /** a number from 0 (included) to 1 (excluded) */
  next: () => number
  between: (low: number, high: number) => number
  /** an integer, both ends included */
  whole: (low: number, high: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  chance: (probability: number) => boolean
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

/** Random numbers that are always the same for the same text (FNV-1a into mulberry32). */
export function seeded(text: string): Seeded {
  let state = 0x811c9dc5
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!
  const shuffle = <Item>(items: readonly Item[]) => {
    const order = [...items]
    for (let i = order.length - 1; i > 0; i--) {
      const j = whole(0, i)
      ;[order[i], order[j]] = [order[j]!, order[i]!]
    }
    return order
  }
  return { next, between, whole, pick, chance: (probability) => next() < probability, shuffle }
}
