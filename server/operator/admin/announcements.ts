import { adminLimits } from '../../../shared/limits.ts'
import { announce } from '../../notifications/write/announce.ts'
import { formatCount, Misunderstood, type Task } from './task.ts'

const { announcement: LONGEST } = adminLimits

export const announceTask: Task = {
  words: '{text}',
  does: 'notifies everybody',
  async run(deps, { words: [text = ''] }) {
    const message = text.trim()
    if (message.length > LONGEST)
      throw new Misunderstood(`An announcement has ${LONGEST} characters at most.`)
    const { id, told: recipientCount } = await announce(deps, message)
    return {
      said: `${formatCount(recipientCount, 'person', 'people')} notified.`,
      data: { id, told: recipientCount },
      changed: { detail: { announcement: id, told: recipientCount } },
    }
  },
}
