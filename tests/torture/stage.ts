import type { Line } from './line.ts'
import type { Random } from './random.ts'
import type { Chronicle } from './truth.ts'
import type { World } from './world.ts'
import type { Writers } from './writers.ts'

/** What the processes of the product stand on, and how people reach them. */
export type Stage = {
  databaseUrl: string
  redisUrl: string
  /** further settings of the processes */
  settings?: Record<string, string>
  /** a command that runs them, so that they end with the test however that ends */
  leash?: readonly string[]
  /** where the processes listen */
  ports: number[]
  /** the one address of all of them */
  url: string
  /** told when the process at a port is gone, and when it serves again */
  leave: (port: number) => void
  join: (port: number) => void
  disasters: (given: Given) => Record<string, () => Promise<void>>
  /** what is wrong with it at the end, when nothing happens any more */
  problems?: () => Promise<string[]>
  close: () => Promise<void>
}

/** What a disaster has to do with. */
export type Given = {
  world: World
  lines: readonly Line[]
  writers: Writers
  chronicle: Chronicle
  random: Random
  /** how much is done in the middle of one */
  deeds: number
  tell: (line: string) => void
}
