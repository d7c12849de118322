/** `broken` must be fixed, a `warning` should be. */
export type Found = {
  about: string
  state: 'ok' | 'warning' | 'broken'
  said: string
  mend?: string
}

export const ok = (about: string, said: string): Found => ({ about, state: 'ok', said })
const problem =
  (state: Found['state']) =>
  (about: string, said: string, mend: string): Found => ({ about, state, said, mend })
export const warning = problem('warning')
export const broken = problem('broken')

/** in milliseconds */
export const PATIENCE = 5_000

export function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE / 1_000} s`)), PATIENCE)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

export const messageOf = (error: unknown): string =>
  (error instanceof Error
    ? error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
    : String(error)
  )
    .split('\n')[0]!
    .replace(/\.$/, '')

/** Compares numerically: 2.10.3 is newer than 2.9. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [have, need] = [version, minimum].map((text) => (text.match(/\d+/g) ?? []).map(Number))
  for (const [index, number] of need!.entries()) {
    const current = have![index] ?? 0
    if (current !== number) return current > number
  }
  return true
}

/** Difference of clocks without a warning, in milliseconds. */
const SKEW = 2_000

/** Corrects the difference by half of the round trip. */
export async function clockOf(topic: string, read: () => Promise<number>): Promise<Found> {
  const startedAt = Date.now()
  const remoteTime = await inTime(read())
  const difference = remoteTime - (startedAt + Date.now()) / 2
  const text = `its clock is ${Math.abs(difference / 1_000).toFixed(1)} s ${difference < 0 ? 'behind' : 'ahead of'} this machine's`
  return Math.abs(difference) <= SKEW
    ? ok(`${topic} clock`, text)
    : warning(
        `${topic} clock`,
        text,
        'Keep the clocks of all machines with NTP (chrony or systemd-timesyncd).',
      )
}
