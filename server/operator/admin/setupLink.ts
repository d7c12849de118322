import { Refusal } from '../../lib/refusal.ts'
import { makeSetupLink } from '../../setup/link.ts'
import type { Task } from './task.ts'

/** Writes its line of the trail itself, as `npm start` does. */
export const setupLink: Task = {
  does: 'prints the link with which the first administrator sets Plak up (single use; ends the one before)',
  async run(deps) {
    const link = await makeSetupLink(deps)
    if (link === null) throw new Refusal('There is an admin already.')
    return { said: link, data: { link } }
  },
}
