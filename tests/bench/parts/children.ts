import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

type Answer = { number: number; answer: unknown }

/** A child process of a benchmark that answers questions. */
export type Child = {
  /** its URL, reported when it was ready */
  url: string
  ask: <Result>(question: unknown) => Promise<Result>
  stop: () => void
}

/** In a child process: reports that it is ready, and answers questions until the parent disconnects. */
export function answer(url: string, to: (question: never) => unknown): void {
  process.on('message', ({ number, question }: { number: number; question: never }) => {
    void Promise.resolve(to(question)).then((said) =>
      process.send!({ number, answer: said ?? null } satisfies Answer),
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send!({ url })
}

/** Starts a benchmark's file again as a separate process, in a role. */
export async function launch(file: string, ...role: string[]): Promise<Child> {
  const child = fork(file, role)
  const ended = endOf(child, `The ${role[0]} process`)
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  return talkTo(child, url, ended)
}

/** Rejects when a process exits unexpectedly. */
export function endOf(child: ChildProcess, name: string): Promise<never> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} ended by itself`)
  })
  ended.catch(() => {})
  return ended
}

/** Returns an interface to a process that uses `answer`. */
export function talkTo(child: ChildProcess, url: string, ended: Promise<never>): Child {
  const waiting = new Map<number, (answer: never) => void>()
  child.on('message', ({ number, answer: said }: Answer) => {
    waiting.get(number)?.(said as never)
    waiting.delete(number)
  })
  let asked = 0
  return {
    url,
    ask<Result>(question: unknown) {
      const number = ++asked
      const heard = new Promise<Result>((resolve) => waiting.set(number, resolve))
      child.send({ number, question })
      return Promise.race([heard, ended])
    },
    stop: () => child.disconnect(),
  }
}

export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
