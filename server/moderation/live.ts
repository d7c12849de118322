import { topics, type ModerationEvent } from '../../shared/events.ts'
import { liveOwn } from '../live/liveOwn.ts'
import { isModerator } from '../users/roles.ts'

/** Sends nothing once the viewer is no longer a moderator. */
export const liveReports = liveOwn<ModerationEvent>({
  topic: topics.moderation,
  async transform({ db }, viewer, event) {
    switch (event.type) {
      case 'moderation.changed':
        return (await isModerator(db, viewer)) ? event : null
      default:
        return null
    }
  },
})
