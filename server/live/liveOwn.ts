import type { PlakEvent } from '../../shared/events.ts'
import type { Db } from '../lib/db.ts'
import type { Bus } from './bus.ts'
import { streamEvents, type EventStream, type EventTypeOf, type Message } from './stream.ts'

type LiveDeps = { db: Db; bus: Bus }
type Viewer = { id: number }

type Own<Sent extends Message> = {
  topic: (viewerId: number) => string
  types?: readonly EventTypeOf<Sent>[]
  pause?: number
  transform?: (deps: LiveDeps, viewer: Viewer, event: PlakEvent) => Promise<Sent | null>
}

export const liveOwn =
  <Sent extends Message>({ topic, types = [], pause, transform }: Own<Sent>) =>
  (
    deps: LiveDeps,
    viewer: Viewer,
    { lastEventId }: { lastEventId?: string | null | undefined },
    signal: AbortSignal,
  ): EventStream<Sent> =>
    streamEvents<Sent>(
      deps,
      {
        viewer,
        after: lastEventId,
        topics: () => [topic(viewer.id)],
        types,
        ...(pause !== undefined && { pause }),
        ...(transform && { transform: (event: PlakEvent) => transform(deps, viewer, event) }),
      },
      signal,
    )
