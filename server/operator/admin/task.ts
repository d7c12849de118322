import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import type { AuditLine } from '../../core/audit.ts'
import type { Deps } from '../../core/deps.ts'
import type { Settings } from '../../lib/settings.ts'

type Options = NonNullable<ParseArgsConfig['options']>

export type Given = { words: string[]; options: Record<string, string | boolean | undefined> }

/** `data` is printed with `--json`; `changed` is the entry in the audit trail. */
type Done = { said: string; data: unknown; changed?: Pick<AuditLine, 'subject' | 'detail'> }

/** Settings can be invalid, and the database missing or incomplete. */
export type Around = {
  env: Record<string, string | undefined>
  /** @throws SettingsError if a setting is invalid */
  settings: () => Settings
  root: string
  connect: () => Promise<Deps>
  /** aborted on SIGINT or SIGTERM */
  signal: AbortSignal
}

export type Task = Described &
  (
    | { run: (deps: Deps, given: Given) => Promise<Done>; alone?: never }
    | {
        /** `code`: exit code, default 0 */
        alone: (around: Around, given: Given) => Promise<Done & { code?: number }>
      }
  )

type Described = {
  /** for the help: '{nickname} {email}'; optional ones are in brackets */
  words?: string
  options?: Options
  usage?: string
  does: string
}

export class Misunderstood extends Error {}

const MOST = 2_147_483_647

export function numberOf({ options }: Given, name: string, usual: number, max = MOST): number {
  return options[name] === undefined ? usual : wholeNumber(String(options[name]), `--${name}`, max)
}

/** Accepts an integer from 1 to `max`. @throws Misunderstood */
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

export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`

/** '2026-11-22 10:30', in UTC */
export const moment = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ')
