import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { enableAccount } from '../../server/account/operator.ts'
import { countInThread } from '../../server/comments/counts.ts'
import { addComment, removeComment } from '../../server/comments/mutations.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { threadOf, type Thread } from '../../shared/comments.ts'
import { add, crowd, disable, setUpTalk } from './talk.ts'

const talk = setUpTalk()

/** Returns the threads whose count differs from a count of all comments. */
async function wrongCounts() {
  const { db } = talk.one.deps
  const rows = await db.comment.groupBy({
    by: ['listId', 'logId'],
    where: { user: { disabledAt: null } },
    _count: true,
  })
  const counted = rows.map(({ _count, ...row }) => ({ thread: threadOf(row), comments: _count }))
  const silent = [talk.list, talk.review].filter(
    (thread) => !counted.some((row) => said(row.thread) === said(thread)),
  )
  const all = [...counted, ...silent.map((thread) => ({ thread, comments: 0 }))]
  const shown = await Promise.all(
    all.map(async (row) => ({ ...row, shown: await countInThread(db, row.thread) })),
  )
  return shown.filter((row) => row.shown !== row.comments)
}

const said = (thread: Thread) => JSON.stringify(thread)
const comments = () => talk.one.deps.db.comment.findMany({ select: { id: true, userId: true } })

it('is exact after a storm of comments, removals, accounts that are disabled, enabled and deleted', async () => {
  const { one, two, owner } = talk
  const people = await crowd(talk, 6)
  const users = await one.deps.db.user.findMany({ where: { nickname: { startsWith: 'person' } } })
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]!
  const viewerOf = ({ id }: { id: number }) => ({ id }) as SignedIn
  const deps = () => pick([one, two]).deps
  const deeds: (() => Promise<unknown>)[] = [
    () =>
      addComment(deps(), viewerOf(pick(users)), {
        thread: pick([talk.list, talk.review]),
        text: 'More.',
        submission: randomUUID(),
      }),
    async () => {
      const [comment] = (await comments()).toSorted(() => Math.random() - 0.5)
      if (comment) await removeComment(deps(), { id: comment.userId } as SignedIn, comment)
    },
    () => disable(talk, pick(users).nickname),
    () => enableAccount(deps(), pick(users).nickname),
  ]
  for (let round = 0; round < 12; round++) {
    // One action can have removed what another looks for: 'not found' is then a valid response.
    const done = await Promise.allSettled(Array.from({ length: 10 }, () => pick([deeds[0]!, ...deeds])()))
    const errors = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
    expect(errors.filter(({ name }) => name !== 'DomainError')).toEqual([])
    expect(await wrongCounts()).toEqual([])
  }
  await Promise.all(users.map(({ nickname }) => enableAccount(one.deps, nickname)))
  // They were signed out when they were disabled.
  for (const person of people)
    await person.client.auth.login.mutate({ identifier: person.nickname, password: person.password })
  await Promise.all(
    people
      .slice(0, 3)
      .map((person) => person.client.auth.deleteAccount.mutate({ password: person.password })),
  )
  expect(await wrongCounts()).toEqual([])
  await add(owner, talk.list)
  expect((await owner.client.comments.list.query({ thread: talk.list })).count).toBe(
    await one.deps.db.comment.count({ where: { listId: (talk.list as { list: number }).list } }),
  )
  expect(await wrongCounts()).toEqual([])
})

it('stays in a few parts, however many comments there are', async () => {
  const { db } = talk.one.deps
  for (let index = 0; index < 60; index++) await add(talk.guest, talk.list, `${index}`)
  await talk.settled()
  expect(await db.commentCount.count()).toBeLessThan(40)
  expect((await add(talk.guest, talk.list)).count).toBe(61)
})

it('goes with the list or the log', async () => {
  await add(talk.guest, talk.list)
  await add(talk.guest, talk.review)
  await talk.owner.client.lists.remove.mutate({ id: (talk.list as { list: number }).list })
  await talk.owner.client.logs.remove.mutate({ id: (talk.review as { review: number }).review })
  expect(await talk.one.deps.db.commentCount.count()).toBe(0)
})
