import { topics, type PlaysEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

export const livePlays = liveOwn<PlaysEvent>({
  topic: topics.plays,
  types: ['plays.changed', 'prompts.changed'],
})
