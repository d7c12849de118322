import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import type { AuditLine } from '../../core/audit.ts'
import type { Deps } from '../../core/deps.ts'
import type { Settings } from '../../lib/settings.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Positional arguments and options of a task. */
export type Given = { words: string[]; options: Record<string, string | boolean | undefined> }

/** The result of a task: as text, as data for `--json`, and, if it changed something, its entry in the audit trail. */
type Done = { said: string; data: unknown; changed?: Pick<AuditLine, 'subject' | 'detail'> }

/**
 * Environment of a task that works without the whole product: settings can be invalid, and the database missing or incomplete.
 */
export type Around = {
  env: Record<string, string | undefined>
  /** @throws SettingsError if a setting is invalid */
  settings: () => Settings
  /** the folder of the product */
  root: string
  /** creates the product's deps; requires valid settings and a complete database */
  connect: () => Promise<Deps>
  /** aborted when the process receives SIGINT or SIGTERM */
  signal: AbortSignal
}

/** A task uses the product's deps (`run`) or works without them (`alone`). */
export type Task = Described &
  (
    | { run: (deps: Deps, given: Given) => Promise<Done>; alone?: never }
    | {
        /** `code`: exit code, default 0 */
        alone: (around: Around, given: Given) => Promise<Done & { code?: number }>
      }
  )

type Described = {
  /** positional arguments in the help: '{nickname} {email}'; optional ones are in brackets */
  words?: string
  options?: Options
  /** options in the help */
  usage?: string
  does: string
}

/** Invalid usage of the command line. */
export class Misunderstood extends Error {}

const MOST = 2_147_483_647

/** Parses an integer option from 1 to `most`. @throws Misunderstood */
export function numberOf({ options }: Given, name: string, usual: number, max = MOST): number {
  return options[name] === undefined ? usual : wholeNumber(String(options[name]), `--${name}`, max)
}

/** Parses an integer from 1 to `most`. @throws Misunderstood */
export function wholeNumber(text: string, name: string, max = MOST): number {
  const read = z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .safeParse(text.trim() || NaN)
  const end = max === MOST ? '' : ` and at most ${max}`
  if (!read.success) throw new Misunderstood(`${name} takes a whole number of at least 1${end}.`)
  return read.data
}

/** '1 session', '2 sessions' */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`

/** '2026-11-22 10:30', in UTC */
export const moment = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ')
