import type { Clock } from '../../server/clients/pace.ts'

/** A clock that a test moves by hand; it begins with today. */
export type TestClock = Clock & {
  /** for how long somebody slept, in the order in which they did */
  slept: () => number[]
  forward: (ms: number) => void
}

/** Who sleeps wakes at once. `onSleep` says how much time has passed then: none unless told. */
export function testClock(onSleep: (ms: number) => number = () => 0): TestClock {
  let time = Date.now()
  const slept: number[] = []
  return {
    now: () => time,
    sleep: async (ms) => {
      slept.push(ms)
      time += onSleep(ms)
    },
    slept: () => slept.splice(0),
    forward: (ms) => void (time += ms),
  }
}
