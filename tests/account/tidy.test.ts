import { expect, it } from 'vitest'
import type { Tidied } from '../../server/maintenance/retention.ts'
import { tidyInTurn } from '../support/tidyInTurn.ts'
import { DAY, runAdminTasks, type Line } from './adminWorld.ts'

const plak = runAdminTasks()
const { admin, json, idOf, trail } = plak

it('stats count, audit shows the last lines, tidy deletes what is over and nothing else', async () => {
  const { db } = plak.server.deps
  const id = await idOf('ayse')
  const past = new Date(Date.now() - 91 * DAY)
  await plak.harness.login(plak.ayse)
  await plak.server.deps.audit.flush()
  await db.auditEntry.deleteMany()
  const [old] = await db.session.findMany()
  await db.session.update({ where: { id: old!.id }, data: { lastSeenAt: past } })
  await db.passwordReset.create({
    data: { userId: id, tokenHash: new Uint8Array(32), createdAt: past, expiresAt: past },
  })
  await db.emailLink.create({
    data: {
      userId: id,
      purpose: 'change',
      email: 'new@plak.example',
      tokenHash: new Uint8Array(32),
      createdAt: past,
      expiresAt: past,
    },
  })
  const seen = { event: 'login', actorId: id, subjectId: id }
  await db.auditEntry.createMany({
    data: [
      { ...seen, createdAt: past, address: '192.0.2.1' },
      { ...seen, createdAt: new Date(), address: '192.0.2.2' },
      { event: 'admin.role', subjectId: id, createdAt: past },
    ],
  })
  expect(await json('stats')).toMatchObject({
    accounts: 1,
    disabled: 0,
    sessions: 2,
    reviews: 0,
    auditLines: 3,
  })
  expect((await admin('tidy')).stdout).toBe(
    'Deleted: 1 session, 2 links, 0 invitations, 0 authorisations, 1 line of the trail.\n',
  )
  expect([await db.session.count(), await db.passwordReset.count(), await db.emailLink.count()]).toEqual([
    1, 0, 0,
  ])
  expect((await trail()).map(({ event }) => event)).toEqual(['admin.tidy', 'login', 'admin.role'])
  expect(await json<Line[]>('audit', '--last', '1')).toMatchObject([
    { event: 'admin.tidy', actor: 'operator' },
  ])
  const { stdout } = await admin('audit', '--last', '3')
  expect(stdout.split('\n')[1]).toMatch(/^\S+Z {2}login {2}by ayse {2}from 192\.0\.2\.2$/)
})

it('the server tidies by itself, one process at a time and once an hour', async () => {
  const { deps } = plak.server
  const { db } = deps
  const over = new Date(Date.now() - DAY)
  const spend = () =>
    db.invitation.create({ data: { codeHash: new Uint8Array(32), usesLeft: 1, expiresAt: over } })
  await spend()
  const turns = await Promise.all([tidyInTurn(deps), tidyInTurn(deps), tidyInTurn(deps)])
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect(await db.invitation.count()).toBe(0)
  await spend()
  expect(await tidyInTurn(deps)).toBe(false)
  await db.job.updateMany({ where: { kind: 'tidy' }, data: { dueAt: over } })
  expect(await tidyInTurn(deps)).toBe(true)
  expect(await db.invitation.count()).toBe(0)
})

it('tidy deletes old live events, aliases of unused albums, and mail that is no longer sent', async () => {
  const { db } = plak.server.deps
  const at = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)
  const named = (key: string) => ({ key, artist: 'Björk', name: key })
  const [used, unused] = [
    await db.album.create({ data: named('used') }),
    await db.album.create({ data: named('unused') }),
  ]
  await db.favorite.create({ data: { userId: await idOf('ayse'), albumId: used.id } })
  const key = (number: number) => new Uint8Array(32).fill(number)
  await db.albumAlias.createMany({
    data: [
      { key: key(1), albumId: unused.id },
      ...Array.from({ length: 60 }, (_, index) => ({ key: key(100 + index), albumId: used.id })),
    ],
  })
  const mail = { kind: 'reset', language: 'en', nonce: key(1), notBefore: at(0) }
  await db.mail.createMany({
    data: [
      { ...mail, createdAt: at(49) },
      { ...mail, createdAt: at(1) },
    ],
  })
  await db.event.deleteMany()
  const head = Number((await db.eventLog.findUniqueOrThrow({ where: { id: 1 } })).head)
  const event = { topic: 'list:1', type: 'list.removed', payload: '{"id":1}' }
  await db.event.createMany({
    data: [25, 24.5, 23, 25].map((hours, index) => ({
      ...event,
      seq: head + index + 1,
      createdAt: at(hours),
    })),
  })
  await db.eventLog.update({ where: { id: 1 }, data: { head: head + 4 } })

  const { events, aliases, mails } = await json<Tidied>('tidy')
  expect({ events, aliases, mails }).toEqual({ events: 2, aliases: 11, mails: 1 })
  expect(await db.eventLog.findUnique({ where: { id: 1 }, select: { pruned: true } })).toEqual({
    pruned: BigInt(head + 2),
  })
  expect(await db.event.count()).toBe(2)
  expect(await db.albumAlias.count({ where: { albumId: used.id } })).toBe(50)
  expect(await db.mail.count()).toBe(1)
})
