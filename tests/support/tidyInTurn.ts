import { upkeep } from '../../server/background.ts'
import type { Deps } from '../../server/core/deps.ts'
import { runWork } from '../../server/jobs/schedule.ts'

/** Runs the cleanup as the schedule does; returns false if another process does it or has just done it. */
export function tidyInTurn(deps: Deps): Promise<boolean> {
  const tidying = upkeep(deps).find(({ name }) => name === 'tidy')!
  return runWork(deps, tidying, { signal: new AbortController().signal })
}
