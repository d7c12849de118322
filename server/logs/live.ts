import { topics, type OwnLogsEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

/** Streams which albums' listenings of the viewer have changed. */
export const liveOwnLogs = liveOwn<OwnLogsEvent>({ topic: topics.ownLogs, types: ['ownLogs.changed'] })
