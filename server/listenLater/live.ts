import { topics, type ListenLaterEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

/** Streams the changes of the viewer's Listen later queue. */
export const liveListenLater = liveOwn<ListenLaterEvent>({
  topic: topics.listenLater,
  types: ['listenLater.placed', 'listenLater.removed', 'listenLater.renumbered'],
})
