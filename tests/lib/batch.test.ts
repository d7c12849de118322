import { describe, expect, it, vi } from 'vitest'
import { batched } from '../../server/lib/batch.ts'

/** Creates work that waits until it is released, and records its rounds. */
function heldWork() {
  const rounds: number[][] = []
  const go: (() => void)[] = []
  const ask = batched(async (items: number[]) => {
    rounds.push(items)
    await new Promise<void>((resolve) => go.push(resolve))
    return items.map((item) => item * 10)
  })
  return { ask, rounds, next: () => go.shift()!() }
}

describe('rounds', () => {
  it('calls of one turn form a round, and those that arrive during it the next one, each with its own result', async () => {
    const { ask, rounds, next } = heldWork()
    const first = [1, 2].map(ask)
    await vi.waitFor(() => expect(rounds).toEqual([[1, 2]]))
    const others = [3, 4].map(ask)
    next()
    expect(await Promise.all(first)).toEqual([10, 20])
    await vi.waitFor(() =>
      expect(rounds).toEqual([
        [1, 2],
        [3, 4],
      ]),
    )
    next()
    expect(await Promise.all(others)).toEqual([30, 40])
  })

  it('a crowd goes in rounds of a hundred', async () => {
    const sizes: number[] = []
    const ask = batched((items: number[]) => Promise.resolve((sizes.push(items.length), items)))
    const answers = await Promise.all(Array.from({ length: 250 }, (_, index) => ask(index)))
    expect(answers).toEqual(Array.from({ length: 250 }, (_, index) => index))
    expect(sizes).toEqual([100, 100, 50])
  })

  it('nobody fails because of somebody else, and the next round goes on', async () => {
    const ask = batched((items: number[]) =>
      items.includes(3) ? Promise.reject(new Error('three')) : Promise.resolve(items),
    )
    const answers = await Promise.allSettled([1, 2, 3, 4].map(ask))
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      1,
      2,
      'failed',
      4,
    ])
    expect(await ask(5)).toBe(5)
  })
})
