import { expect, vi } from 'vitest'
import type { ReviewEvent } from '../../shared/events.ts'
import type { Visitor } from '../harness/client.ts'
import type { TwoServers } from '../support/twoServers.ts'

/** Subscribes to an album's reviews like its page: from now on, or from the last received event. */
export async function watchReviews(
  servers: Pick<TwoServers, 'settled'>,
  { client }: Visitor,
  album: { artist: string; album: string },
  lastEventId: string | null = null,
) {
  const events: ReviewEvent[] = []
  const ids: string[] = []
  let isOpen = lastEventId !== null
  if (!isOpen) await servers.settled()
  const subscription = client.logs.liveReviews.subscribe(
    { ...album, lastEventId },
    {
      onData: ({ id, data }) => {
        ids.push(id)
        if (data.type === 'live') isOpen = true
        else events.push(data)
      },
      onError: (error) => events.push({ type: `failed: ${error.message}` } as never),
    },
  )
  await vi.waitFor(() => expect(isOpen).toBe(true))
  return { events, ids, types: () => events.map(({ type }) => type), stop: () => subscription.unsubscribe() }
}

export const reviewsIn = (events: ReviewEvent[]) =>
  events.flatMap((event) => (event.type === 'review.saved' ? [event.review] : []))
