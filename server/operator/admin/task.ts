import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import type { AuditLine } from '../../core/audit.ts'
import type { Deps } from '../../core/deps.ts'
import type { Settings } from '../../lib/settings.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The arguments of a task. */
export type Given = { words: string[]; options: Record<string, string | boolean | undefined> }

/** The outcome of a task: as a person reads it, as `--json` prints it, and, where it changed something, its line of the trail. */
type Done = { said: string; data: unknown; changed?: Pick<AuditLine, 'subject' | 'detail'> }

/** What a task gets that works without the whole product: the settings may be wrong, the database missing or incomplete. */
export type Around = {
  env: Record<string, string | undefined>
  /** @throws SettingsError where one is wrong */
  settings: () => Settings
  /** the folder of the product */
  root: string
  /** the product's deps, once the database is whole */
  connect: () => Promise<Deps>
  /** aborted when the process receives a signal to end */
  signal: AbortSignal
}

/** A task runs on the product's deps; one that works without them has `alone`. */
export type Task = Described &
  (
    | { run: (deps: Deps, given: Given) => Promise<Done>; alone?: never }
    | {
        /** `code` is the exit code, where that is not 0 */
        alone: (around: Around, given: Given) => Promise<Done & { code?: number }>
      }
  )

type Described = {
  /** the words that it takes, as help shows them: '{nickname} {email}'; in brackets what may be left out */
  words?: string
  options?: Options
  /** the options, as help shows them */
  usage?: string
  does: string
}

/** The operator asked for something that there is not. */
export class Misunderstood extends Error {}

const MOST = 2_147_483_647

/** An option's whole number, from 1 to `most`. @throws Misunderstood */
export function numberOf({ options }: Given, name: string, usual: number, most = MOST): number {
  return options[name] === undefined ? usual : wholeNumber(String(options[name]), `--${name}`, most)
}

/** @throws Misunderstood for anything but a whole number from 1 to `most` */
export function wholeNumber(text: string, name: string, most = MOST): number {
  const read = z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .safeParse(text.trim() || NaN)
  const end = most === MOST ? '' : ` and at most ${most}`
  if (!read.success) throw new Misunderstood(`${name} takes a whole number of at least 1${end}.`)
  return read.data
}

/** '1 session', '2 sessions' */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** '2026-11-22 10:30', in UTC */
export const moment = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ')
