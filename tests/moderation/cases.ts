import { randomUUID } from 'node:crypto'
import { setRole } from '../../server/account/operator.ts'
import type { ActionKind, Reported, ReportInput } from '../../shared/moderation.ts'
import type { Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import type { Running } from '../support/runProduct.ts'
import type { TestServer } from '../support/server.ts'

export const homogenic = { artist: 'Björk', album: 'Homogenic' }

/** The things that the tests report: a review, a list and a comment of one user. */
export type Things = { review: number; list: number; comment: number }

export async function makeThings(owner: Person, albums: number[]): Promise<Things> {
  const { id: review } = await owner.client.logs.add.mutate({
    ...homogenic,
    rating: 8,
    review: 'Canary review.',
    tags: ['canary'],
    submission: randomUUID(),
  })
  const { id: list } = await owner.client.lists.create.mutate({
    name: 'Canary list',
    albums,
    submission: randomUUID(),
  })
  const { comment } = await owner.client.comments.add.mutate({
    thread: { list },
    text: 'Canary comment.',
    submission: randomUUID(),
  })
  return { review, list, comment: comment.id }
}

/** Creates the users of the tests: `owner` created the things, `reporter` reports them, `moderator` decides. */
export async function makeCase({ server, harness }: Running) {
  const [owner, reporter, moderator] = await Promise.all([
    harness.register('owner'),
    harness.register('reporter'),
    harness.register('moderator'),
  ])
  await makeModerator(server, moderator)
  const albums = await plantAlbums(server.deps, 2)
  return { owner, reporter, moderator, albums, things: await makeThings(owner, albums) }
}

export const undo = (by: Person, id: number) => by.client.moderation.undo.mutate({ id })

export const makeModerator = (server: TestServer, { nickname }: Person) =>
  setRole(server.deps, nickname, 'moderator')

export const report = async (
  by: Person,
  thing: Reported,
  more: Partial<ReportInput> = {},
): Promise<{ id: number }> => await by.client.moderation.report.mutate({ thing, reason: 'spam', ...more })

/** Decides a report like its page. */
export async function decide(
  by: Person,
  id: number,
  kind: ActionKind,
  reason = 'Against the rules.',
): Promise<{ id: number }> {
  const { seen } = await by.client.moderation.get.query({ id })
  return await by.client.moderation.act.mutate({ id, kind, reason, seen })
}
