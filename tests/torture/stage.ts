import type { Line } from './line.ts'
import type { Random } from './random.ts'
import type { Chronicle } from './truth.ts'
import type { World } from './world.ts'
import type { Writers } from './writers.ts'

/** The services below the processes of the product, and the address of these. */
export type Stage = {
  databaseUrl: string
  redisUrl: string
  /** further settings of the processes */
  settings?: Record<string, string>
  /** a command that runs them, so that they end with the test in any case */
  leash?: readonly string[]
  /** the ports of the processes */
  ports: number[]
  /** the single address of all of them */
  url: string
  /** called when the process at a port is down, and when it serves again */
  leave: (port: number) => void
  join: (port: number) => void
  disasters: (given: Given) => Record<string, () => Promise<void>>
  /** returns the problems at the end, when nothing happens any more */
  problems?: () => Promise<string[]>
  close: () => Promise<void>
}

/** Input of a disaster. */
export type Given = {
  world: World
  lines: readonly Line[]
  writers: Writers
  chronicle: Chronicle
  random: Random
  /** number of actions during a disaster */
  deeds: number
  tell: (line: string) => void
}
