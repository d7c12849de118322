import { topics, type OwnLogsEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

export const liveOwnLogs = liveOwn<OwnLogsEvent>({ topic: topics.ownLogs, types: ['ownLogs.changed'] })
