import { randomUUID } from 'node:crypto'
import { recountComments } from '../../server/comments/counts.ts'
import { type Db, transaction } from '../../server/lib/db.ts'
import { writeOpinions } from '../../server/logs/write/opinions.ts'
import { lockUser } from '../../server/users/lock.ts'
import { writeHeads } from '../../server/users/write/feedHeads.ts'
import { addAlbums, ago, dayOf, idOf, logOf } from './pagesRows.ts'

/** A user with very large amounts of data. */
export const archivist = 'archivist'

const MANY = 3_000

/** Adds thousands of logs, reviews, favourites, followers and comments, hundreds of lists, and one full list. */
export async function addMany(db: Db): Promise<number> {
  const userId = await idOf(db, archivist)
  const numbers = Array.from({ length: MANY }, (_, index) => index)
  const albumIds = await addAlbums(
    db,
    numbers.map((n) => ({ artist: `Artist ${n % 400}`, name: `Volume ${n + 1}` })),
  )
  const text = (n: number) => `Number ${n}: the second half is where it gets good.`
  await db.log.createMany({
    data: albumIds.map((albumId, n) => logOf(userId, albumId, n * 8 + 40, n % 3 === 0 ? text(n) : null)),
  })
  await transaction(db, async (tx) => {
    const owner = await lockUser(tx, userId)
    await writeHeads(tx, [owner])
    await writeOpinions(tx, owner, 'all')
  })
  await db.favorite.createMany({
    data: albumIds.map((albumId, n) => ({ userId, albumId, createdAt: ago(n) })),
  })
  await db.listenLater.createMany({
    data: albumIds.map((albumId, position) => ({ userId, albumId, position, addedOn: dayOf(ago(position)) })),
  })

  const nicknames = numbers.map((n) => `listener_${n}`)
  await db.user.createMany({
    data: nicknames.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  const people = await db.user.findMany({
    where: { nickname: { startsWith: 'listener_' } },
    select: { id: true },
  })
  await db.follow.createMany({ data: people.map(({ id }) => ({ followerId: id, followingId: userId })) })
  await db.follow.createMany({ data: people.map(({ id }) => ({ followerId: userId, followingId: id })) })

  const known = await db.album.findFirstOrThrow({ where: { name: 'Dummy' } })
  await db.log.createMany({
    data: people.map(({ id }, n) => logOf(id, known.id, 60 + n / 10, text(n))),
    skipDuplicates: true,
  })
  await db.$executeRaw`
    INSERT IGNORE INTO Opinion (userId, albumId, rating, followersRating, everyoneRating, countedRating, visibility, addedAt)
    SELECT userId, albumId, rating, rating, rating, rating, visibility, createdAt FROM Log WHERE albumId = ${known.id}`
  await db.list.createMany({
    data: numbers.slice(0, 300).map((n) => {
      return { userId, name: `Shelf ${n + 1}`, submission: randomUUID(), createdAt: ago((500 + n) * 24) }
    }),
  })
  const shelves = await db.list.findMany({ where: { userId }, select: { id: true } })
  const shown = await db.album.findMany({ where: { image: { not: null } }, select: { id: true } })
  await db.listAlbum.createMany({
    data: shelves.flatMap(({ id: listId }, n) => {
      const sleeve = (position: number) => shown[(n * 7 + position) % shown.length]!.id
      return [0, 1, 2, 3].map((position) => ({ listId, position, albumId: sleeve(position) }))
    }),
  })
  const full = { userId, name: 'A thousand records', description: 'One shelf.', submission: randomUUID() }
  const list = await db.list.create({ data: { ...full, createdAt: ago(400 * 24) } })
  await db.listAlbum.createMany({
    data: albumIds.slice(0, 1_000).map((albumId, position) => ({ listId: list.id, albumId, position })),
  })
  await db.listLike.createMany({ data: people.map((person) => ({ listId: list.id, userId: person.id })) })
  await db.comment.createMany({
    data: people.map((person, n) => {
      return {
        userId: person.id,
        listId: list.id,
        text: text(n),
        submission: randomUUID(),
        createdAt: ago(MANY - n),
      }
    }),
  })
  await recountComments(db)
  return list.id
}
