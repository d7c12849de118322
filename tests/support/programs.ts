import { statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The path of a program of this machine, or null; servers live in the `sbin` beside a `bin`, which a PATH may leave out. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => [folder, join(dirname(folder), 'sbin')])
  const isProgram = (file: string) => Boolean((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o111)
  return folders.map((folder) => join(folder, name)).find((file) => isProgram(file)) ?? null
}
