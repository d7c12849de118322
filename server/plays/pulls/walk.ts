import { setTimeout as sleep } from 'node:timers/promises'
import {
  PageFailed,
  type PageRequest,
  type PlayService,
  type PulledPlay,
} from '../../clients/plays/service.ts'

/** A service that asks for a longer pause lets other people wait: the pull is given up at once. */
const LONGEST_PAUSE = 60_000
/** A service that never ends its pages. */
const MOST_PAGES = 1_000

type Walk = Omit<PageRequest, 'place'> & { service: PlayService }

/**
 * Reads all pages of somebody's plays from a time on, newest first. A page that fails is asked for again after growing pauses.
 * @throws NoPlays; PageFailed
 */
export async function* walkPages({ service, ...request }: Walk): AsyncGenerator<PulledPlay[]> {
  let place: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const { plays, next } = await patiently(service.pauses, request.signal, () =>
      service.fetchPage({ ...request, place }),
    )
    yield plays
    if (next === null || next === place) return
    place = next
  }
}

async function patiently<T>(
  pauses: readonly number[],
  signal: AbortSignal,
  fetchPage: () => Promise<T>,
): Promise<T> {
  for (const shortest of pauses) {
    try {
      return await fetchPage()
    } catch (error) {
      if (!(error instanceof PageFailed) || !error.isTemporary || error.wait > LONGEST_PAUSE) throw error
      // Never earlier than promised: a little later, so that processes of many installations do not come at once.
      await sleep(Math.max(shortest, error.wait) * (1 + Math.random() / 5), undefined, { signal })
    }
  }
  return await fetchPage()
}
