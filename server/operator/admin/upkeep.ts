import { removeDemoAccount } from '../../account/operator.ts'
import { readTrail, type TrailLine } from '../../account/trail.ts'
import { findDemoPeople } from '../../admin/demoPeople.ts'
import { countAll } from '../../admin/sizes.ts'
import { root } from '../../lib/root.ts'
import { tidy, type Tidied } from '../../maintenance/retention.ts'
import { suggestAll } from '../../suggestions/refresh.ts'
import { formatCount, numberOf, type Task } from './task.ts'

const USUAL_LINES = 50

const stats: Task = {
  does: 'counts what the database holds',
  async run(deps) {
    const data = await countAll(deps)
    const lines = Object.entries(data).map(([name, count]) => `${name.padEnd(16)}${count}`)
    return { said: lines.join('\n'), data }
  },
}

const audit: Task = {
  usage: '[--last n]',
  options: { last: { type: 'string' } },
  does: `shows the newest lines of the trail (${USUAL_LINES})`,
  async run(deps, input) {
    const lines = await readTrail(deps, numberOf(input, 'last', USUAL_LINES))
    return { said: lines.map(sentence).join('\n') || 'No lines.', data: lines }
  },
}

/** '2026-11-22T10:30:00.000Z  login.failed ×7  subject ayse  from 192.0.2.1  {"why":"auth.wrongPassword"}' */
const sentence = ({ at, event, times, actor, isAccount, subject, address, detail }: TrailLine): string =>
  [
    at,
    times > 1 ? `${event} ×${times}` : event,
    actor && `by ${isAccount ? '@' : ''}${actor}`,
    subject && subject !== actor && `on ${subject}`,
    address && `from ${address}`,
    detail && JSON.stringify(detail),
  ]
    .filter(Boolean)
    .join('  ')

const deletedRows: Record<string, { one: string; many?: string; isRare?: true }> = {
  sessions: { one: 'session' },
  links: { one: 'link' },
  tokens: { one: 'access token', isRare: true },
  invitations: { one: 'invitation' },
  authorizations: { one: 'authorisation' },
  auditLines: { one: 'line of the trail', many: 'lines of the trail' },
  events: { one: 'live event', isRare: true },
  revisions: { one: 'older version of a list', many: 'older versions of lists', isRare: true },
  aliases: { one: 'other name of an album', many: 'other names of albums', isRare: true },
  names: { one: 'name of a deleted account', many: 'names of deleted accounts', isRare: true },
  mails: { one: 'mail', isRare: true },
  uploads: { one: 'upload', isRare: true },
  importRows: { one: 'row of an import', many: 'rows of imports', isRare: true },
}

const tidyUp: Task = {
  does: 'deletes what is over: sessions, access tokens, links, invitations, authorisations, live events, old lines of the trail',
  async run(deps) {
    const detail = await tidy(deps)
    const parts = Object.entries(deletedRows).flatMap(([name, { one, many, isRare }]) => {
      const count = detail[name as keyof Tidied]
      return isRare && count === 0 ? [] : [formatCount(count, one, many)]
    })
    return { said: `Deleted: ${parts.join(', ')}.`, data: detail, changed: { detail } }
  },
}

const removeDemo: Task = {
  does: "deletes the demo's people, with all that is theirs: their passwords are public",
  async run(deps) {
    const people = await findDemoPeople(deps.settings.DATABASE_URL, root)
    for (const { id } of people) await removeDemoAccount(deps, id)
    const data = { removed: people.map(({ nickname }) => nickname) }
    const text = `${formatCount(people.length, 'account')} of the demo deleted.`
    return {
      said: text,
      data,
      ...(people.length > 0 && { changed: { detail: { accounts: people.length } } }),
    }
  },
}

const suggest: Task = {
  does: "computes everybody's suggestions, which otherwise happens once a day and after a person's own changes",
  async run(deps) {
    const data = await suggestAll(deps)
    const counts = [formatCount(data.people, 'person', 'people'), formatCount(data.albums, 'album')]
    return { said: `Compared ${counts.join(', who love ')}.`, data }
  },
}

export const upkeepTasks: Record<string, Task> = {
  stats,
  audit,
  tidy: tidyUp,
  suggest,
  'remove-demo': removeDemo,
}
