import { setTimeout as sleep } from 'node:timers/promises'
import {
  PageFailed,
  type PageRequest,
  type PlayService,
  type PulledPlay,
} from '../../clients/plays/service.ts'

/** A service that asks for a longer pause lets other people wait: the pull is given up at once. */
const LONGEST_PAUSE = 60_000
/** Milliseconds between two looks for somebody who needs the turn. */
const LOOK = 2_000
/** A service that never ends its pages. */
const MOST_PAGES = 1_000

/** A page failed, and somebody else must not wait for its pauses. */
export class GaveWay extends Error {}

type Walk = Omit<PageRequest, 'place'> & {
  service: PlayService
  /** whether the walk ends instead of pausing; asked before a pause and during it */
  givesWay: () => Promise<boolean>
}

/**
 * Reads all pages of somebody's plays from a time on, newest first. A page that fails is asked for again after growing pauses.
 * @throws NoPlays; PageFailed; GaveWay
 */
export async function* walkPages({ service, givesWay, ...request }: Walk): AsyncGenerator<PulledPlay[]> {
  const { pauses } = service
  let place: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const { plays, next } = await patiently({ pauses, givesWay, signal: request.signal }, () =>
      service.fetchPage({ ...request, place }),
    )
    yield plays
    if (next === null || next === place) return
    place = next
  }
}

type Patience = Pick<PlayService, 'pauses'> & Pick<Walk, 'givesWay' | 'signal'>

async function patiently<T>({ pauses, givesWay, signal }: Patience, fetchPage: () => Promise<T>): Promise<T> {
  for (const shortest of pauses) {
    try {
      return await fetchPage()
    } catch (error) {
      if (!(error instanceof PageFailed) || !error.isTemporary || error.wait > LONGEST_PAUSE) throw error
      // Never earlier than promised: a little later, so that processes of many installations do not come at once.
      await pause(Math.max(shortest, error.wait) * (1 + Math.random() / 5), { signal, givesWay })
    }
  }
  return await fetchPage()
}

async function pause(length: number, { signal, givesWay }: Pick<Walk, 'givesWay' | 'signal'>): Promise<void> {
  for (let left = length; left > 0; left -= LOOK) {
    if (await givesWay()) throw new GaveWay()
    await sleep(Math.min(left, LOOK), undefined, { signal })
  }
}
