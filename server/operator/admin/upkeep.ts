import { removeAccount } from '../../account/operator.ts'
import { readTrail, type TrailLine } from '../../account/trail.ts'
import type { Deps } from '../../core/deps.ts'
import { countImports } from '../../imports/counts.ts'
import { root } from '../../lib/root.ts'
import { tidy } from '../../maintenance/retention.ts'
import { findDemoPeople } from '../demoPeople.ts'
import { counted, numberOf, type Task } from './task.ts'

const USUAL_LINES = 50

const stats: Task = {
  does: 'counts what the database holds',
  async run(deps) {
    const data = await countAll(deps)
    const said = Object.entries(data).map(([name, count]) => `${name.padEnd(16)}${count}`)
    return { said: said.join('\n'), data }
  },
}

async function countAll({ db }: Deps): Promise<Record<string, number>> {
  const counts = {
    accounts: db.user.count(),
    disabled: db.user.count({ where: { disabledAt: { not: null } } }),
    moderators: db.user.count({ where: { role: 'moderator' } }),
    sessions: db.session.count(),
    albums: db.album.count(),
    logs: db.log.count(),
    reviews: db.log.count({ where: { reviewedAt: { not: null } } }),
    lists: db.list.count(),
    comments: db.comment.count(),
    openReports: db.report.count({ where: { isOpen: true } }),
    follows: db.follow.count(),
    invitations: db.invitation.count(),
    auditLines: db.auditEntry.count(),
  }
  const entries = Object.entries(counts).map(async ([name, count]) => [name, await count] as const)
  return { ...Object.fromEntries(await Promise.all(entries)), ...(await countImports(db)) }
}

const audit: Task = {
  usage: '[--last n]',
  options: { last: { type: 'string' } },
  does: `shows the newest lines of the trail (${USUAL_LINES})`,
  async run(deps, given) {
    const lines = await readTrail(deps, numberOf(given, 'last', USUAL_LINES))
    return { said: lines.map(sentence).join('\n') || 'No lines.', data: lines }
  },
}

/** '2026-11-22T10:30:00.000Z  login.failed ×7  subject ayse  from 192.0.2.1  {"why":"auth.wrongPassword"}' */
const sentence = ({ at, event, times, actor, subject, address, detail }: TrailLine): string =>
  [
    at,
    times > 1 ? `${event} ×${times}` : event,
    actor && `by ${actor}`,
    subject && subject !== actor && `on ${subject}`,
    address && `from ${address}`,
    detail && JSON.stringify(detail),
  ]
    .filter(Boolean)
    .join('  ')

const tidyUp: Task = {
  does: 'deletes what is over: sessions, links, invitations, authorisations, live events, old lines of the trail',
  async run(deps) {
    const detail = await tidy(deps)
    const {
      sessions,
      links,
      invitations,
      authorizations,
      auditLines,
      events,
      revisions,
      aliases,
      mails,
      uploads,
      importRows,
      names,
    } = detail
    const parts = [
      counted(sessions, 'session'),
      counted(links, 'link'),
      counted(invitations, 'invitation'),
      counted(authorizations, 'authorisation'),
      counted(auditLines, 'line of the trail', 'lines of the trail'),
      ...(events > 0 ? [counted(events, 'live event')] : []),
      ...(revisions > 0 ? [counted(revisions, 'older version of a list', 'older versions of lists')] : []),
      ...(aliases > 0 ? [counted(aliases, 'other name of an album', 'other names of albums')] : []),
      ...(names > 0 ? [counted(names, 'name of a deleted account', 'names of deleted accounts')] : []),
      ...(mails > 0 ? [counted(mails, 'mail')] : []),
      ...(uploads > 0 ? [counted(uploads, 'upload')] : []),
      ...(importRows > 0 ? [counted(importRows, 'row of an import', 'rows of imports')] : []),
    ]
    return { said: `Deleted: ${parts.join(', ')}.`, data: detail, changed: { detail } }
  },
}

const removeDemo: Task = {
  does: "deletes the demo's people, with all that is theirs: their passwords are public",
  async run(deps) {
    const people = await findDemoPeople(deps.settings.DATABASE_URL, root)
    for (const { id } of people) await removeAccount(deps, id)
    const data = { removed: people.map(({ nickname }) => nickname) }
    const said = `${counted(people.length, 'account')} of the demo deleted.`
    return { said, data, ...(people.length > 0 && { changed: { detail: { accounts: people.length } } }) }
  },
}

export const upkeepTasks: Record<string, Task> = { stats, audit, tidy: tidyUp, 'remove-demo': removeDemo }
