import { adminLimits } from '../../../shared/limits.ts'
import { makeInvitation } from '../../auth/invitations.ts'
import { formatCount, moment, numberOf, type Task } from './task.ts'

export const invite: Task = {
  usage: '[--uses 1] [--days 7]',
  options: { uses: { type: 'string' }, days: { type: 'string' } },
  does: 'prints a link with which so many people may register, where REGISTRATION is invite',
  async run(deps, input) {
    const options = {
      uses: numberOf(input, 'uses', 1),
      days: numberOf(input, 'days', 7, adminLimits.invitationDays),
    }
    const { link, uses, expiresAt } = await makeInvitation(deps, options)
    const isNeeded = deps.settings.REGISTRATION === 'invite'
    const hint = isNeeded
      ? ''
      : `\nREGISTRATION is ${deps.settings.REGISTRATION}: the link opens nothing more.`
    return {
      said: `${link}\nFor ${formatCount(uses, 'account')}, until ${moment(expiresAt)} UTC.${hint}`,
      data: { link, uses, expiresAt },
      changed: { detail: options },
    }
  },
}
