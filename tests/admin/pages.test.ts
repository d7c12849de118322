import { describe, expect, it } from 'vitest'
import type { Person, Visitor } from '../harness/client.ts'
import { runAdministration } from './adminWorld.ts'
import { fetchPage } from './fetchPage.ts'

const plak = runAdministration()

const answerTo = (reader: Person | Visitor, path: string) => fetchPage(plak.server.url, reader, path)

const titles = {
  '/admin': 'Overview',
  '/admin/people': 'People',
  '/admin/people/ayse': 'ayse',
  '/admin/invitations': 'Invitations',
  '/admin/settings': 'Settings',
  '/admin/backups': 'Backups',
  '/admin/announcement': 'Announcement',
  '/admin/trail': 'Trail',
}

describe.each(Object.entries(titles))('%s', (path, title) => {
  it('is as an unknown path for visitors, members and moderators', async () => {
    const moderator = await plak.harness.register('moderator')
    await plak.appoint('moderator', 'moderator')
    for (const reader of [plak.harness.visitor(), plak.ayse, moderator]) {
      const unknown = await answerTo(reader, path.replace('admin', 'there'))
      expect(unknown.status).toBe(404)
      expect(await answerTo(reader, path)).toEqual(unknown)
    }
  })
  it('is there for an administrator, with its title', async () => {
    const { status, html } = await answerTo(plak.admin, path)
    expect(status).toBe(200)
    expect(html).toContain(`<title>${title} · Plak</title>`)
  })
})

it.each(['/admin/backups/plak.backup.gz', '/admin/nothing', '/admin/people/nobody', '/admin/backups/%E0%A4'])(
  '%s is not there for an administrator, either',
  async (path) => {
    expect((await answerTo(plak.admin, path)).status).toBe(404)
  },
)

it('a file of a backup is an unknown path for all others', async () => {
  for (const reader of [plak.harness.visitor(), plak.ayse]) {
    const unknown = await answerTo(reader, '/there/backups/plak.backup.gz')
    expect(await answerTo(reader, '/admin/backups/plak.backup.gz')).toEqual(unknown)
  }
})
