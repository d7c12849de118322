import { topics, type ImportEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'

export const liveImports = liveOwn<ImportEvent>({
  topic: topics.imports,
  types: ['import.progressed', 'import.changed'],
})
