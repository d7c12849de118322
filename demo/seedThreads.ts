import type { Tx } from '../server/lib/db.ts'
import type { Life } from './life.ts'
import { samplePeople } from './people/people.ts'

type Ids = ReadonlyMap<string, number>
export const idIn = (ids: Ids) => (name: string) => {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`demo/seed: nothing was stored for ${name}`)
  return id
}

type Find = (name: string) => number

export async function writeReviewThreads(tx: Tx, life: Life, user: Find, album: Find) {
  const logs = await tx.log.findMany({
    where: { userId: { in: samplePeople.map(({ nickname }) => user(nickname)) }, reviewedAt: { not: null } },
    select: { id: true, userId: true, albumId: true },
  })
  const log = idIn(new Map(logs.map(({ id, userId, albumId }) => [`${userId} ${albumId}`, id])))
  await tx.comment.createMany({
    skipDuplicates: true,
    data: life.replies.map((reply) => ({
      userId: user(reply.nickname),
      logId: log(`${user(reply.reviewer)} ${album(reply.album.key)}`),
      text: reply.text,
      submission: reply.submission,
      createdAt: reply.createdAt,
    })),
  })
  await tx.reviewLike.createMany({
    skipDuplicates: true,
    data: life.reviewLikes.map((like) => ({
      logId: log(`${user(like.log.nickname)} ${album(like.log.album.key)}`),
      userId: user(like.nickname),
      createdAt: like.createdAt,
    })),
  })
}

export async function writeLists(tx: Tx, { lists }: Life, user: Find, album: Find) {
  const skipDuplicates = true
  await tx.list.createMany({
    skipDuplicates,
    data: lists.map(({ owner, name, description, submission, createdAt }) => ({
      userId: user(owner),
      name,
      description,
      submission,
      createdAt,
      updatedAt: createdAt,
    })),
  })
  const storedLists = await tx.list.findMany({
    where: { submission: { in: lists.map(({ submission }) => submission) } },
    select: { id: true, submission: true },
  })
  const list = idIn(new Map(storedLists.map(({ id, submission }) => [submission, id])))
  await tx.listAlbum.createMany({
    skipDuplicates,
    data: lists.flatMap((row) =>
      row.albums.map(({ key }, position) => ({
        listId: list(row.submission),
        albumId: album(key),
        position,
      })),
    ),
  })
  await tx.listLike.createMany({
    skipDuplicates,
    data: lists.flatMap((row) =>
      row.likes.map(({ nickname, createdAt }) => ({
        listId: list(row.submission),
        userId: user(nickname),
        createdAt,
      })),
    ),
  })
  const comments = lists.flatMap((row) =>
    row.comments.map((comment) => ({ ...comment, listId: list(row.submission) })),
  )
  await tx.comment.createMany({
    skipDuplicates,
    data: comments.map(({ listId, nickname, text, submission, createdAt }) => ({
      listId,
      userId: user(nickname),
      text,
      submission,
      createdAt,
    })),
  })
  const rows = await tx.comment.findMany({
    where: { submission: { in: comments.map(({ submission }) => submission) } },
    select: { id: true, submission: true },
  })
  const comment = idIn(new Map(rows.map(({ id, submission }) => [submission, id])))
  await tx.commentLike.createMany({
    skipDuplicates,
    data: comments.flatMap(({ submission, likes }) =>
      likes.map(({ nickname, createdAt }) => ({
        commentId: comment(submission),
        userId: user(nickname),
        createdAt,
      })),
    ),
  })
}
