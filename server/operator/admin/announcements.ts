import { announce } from '../../notifications/write/announce.ts'
import { counted, Misunderstood, type Task } from './task.ts'

const LONGEST = 1_000

export const announceTask: Task = {
  words: '{text}',
  does: 'notifies everybody',
  async run(deps, { words: [text = ''] }) {
    const said = text.trim()
    if (said.length > LONGEST) throw new Misunderstood(`An announcement has ${LONGEST} characters at most.`)
    const { id, told } = await announce(deps, said)
    return {
      said: `${counted(told, 'person', 'people')} notified.`,
      data: { id, told },
      changed: { detail: { announcement: id, told } },
    }
  },
}
