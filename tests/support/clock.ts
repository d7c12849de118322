import type { Clock } from '../../server/clients/pace.ts'

/** A clock that a test moves by hand; it starts with the current time. */
export type TestClock = Clock & {
  /** durations of all sleeps, in order */
  slept: () => number[]
  forward: (ms: number) => void
}

/** Creates a test clock. `sleep` returns at once; `onSleep` returns how much time has then passed, by default none. */
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
