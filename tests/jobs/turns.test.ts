import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeTurns, TurnsOver } from '../../server/jobs/turns.ts'

const SLICE = 20
/** A clock that only the steps of the work move, so that a busy machine makes no turn shorter. */
let now = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
// Files share their worker: the hooks of the next one need the real clock.
afterEach(() => void vi.restoreAllMocks())

type Turns = ReturnType<typeof makeTurns>
const never = new AbortController().signal

/** Runs work of `steps` steps of 5 ms, which records its name in each. */
const work = (turns: Turns, notes: string[], name: string, steps: number, signal = never) =>
  turns.run(signal, async (pass) => {
    for (let step = 0; step < steps; step++) {
      await pass()
      notes.push(name)
      now += 5
      await setImmediate()
    }
  })

it('one work goes on at a time; a new one comes first, and those that last take turns', async () => {
  const turns = makeTurns({ slice: SLICE, lasting: 2 })
  const notes: string[] = []
  const long = [work(turns, notes, 'a', 40), work(turns, notes, 'b', 40)]
  while (notes.length < 12) await setImmediate()
  await work(turns, notes, 'short', 2)
  expect(notes.length).toBeLessThan(40)
  await Promise.all(long)
  const changes = notes.filter((name, index) => name !== notes[index - 1]).length
  expect(changes).toBeGreaterThan(6)
  expect(changes).toBeLessThan(40)
  expect(notes.filter((name) => name === 'a')).toHaveLength(40)
})

it('a limited number of long ones continue; there is always room for a short one', async () => {
  const turns = makeTurns({ slice: SLICE, lasting: 1 })
  const notes: string[] = []
  const long = work(turns, notes, 'a', 40)
  expect(turns.hasRoom()).toBe(true)
  await expect(work(turns, notes, 'b', 40)).rejects.toThrow(TurnsOver)
  expect(turns.hasRoom()).toBe(true)
  await work(turns, notes, 'c', 1)
  await long
  await work(turns, notes, 'b', 10)
})

it('a failure hands the turn over, and a stop ends all', async () => {
  const turns = makeTurns({ slice: SLICE, lasting: 2 })
  await expect(turns.run(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const stop = new AbortController()
  const both = ['a', 'b'].map((name) => work(turns, [], name, 1_000, stop.signal))
  await setImmediate()
  stop.abort()
  for (const each of await Promise.allSettled(both))
    expect(each).toMatchObject({ status: 'rejected', reason: { isStopped: true } })
})
