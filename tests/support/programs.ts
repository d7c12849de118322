import { statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/**
 * Returns the path of a program of this machine, or null. Also searches the `sbin` next to each `bin`, where servers are
 * installed and which PATH can omit.
 */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => [folder, join(dirname(folder), 'sbin')])
  const isProgram = (file: string) => Boolean((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o111)
  return folders.map((folder) => join(folder, name)).find((file) => isProgram(file)) ?? null
}
