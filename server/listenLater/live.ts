import { topics, type ListenLaterEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

export const liveListenLater = liveOwn<ListenLaterEvent>({
  topic: topics.listenLater,
  types: ['listenLater.placed', 'listenLater.removed', 'listenLater.renumbered'],
})
