/** Random numbers that are the same for the same seed. */
export type Random = {
  /** returns an integer from 0 (included) to `limit` (excluded) */
  below: (limit: number) => number
  pick: <Item>(items: readonly Item[]) => Item
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (items) => items[below(items.length)]! }
}
