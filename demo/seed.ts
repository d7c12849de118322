import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hash } from '@node-rs/argon2'
import { recountComments } from '../server/comments/counts.ts'
import { makeDb, transaction, type Db, type Tx } from '../server/lib/db.ts'
import { root } from '../server/lib/root.ts'
import { writeOpinions } from '../server/logs/write/opinions.ts'
import { lockUsers } from '../server/users/lock.ts'
import { writeHeads } from '../server/users/write/feedHeads.ts'
import { albums } from './catalog/catalog.ts'
import { albumImage } from './lastfm/wire.ts'
import { makeLife, type Life } from './life.ts'
import { samplePeople } from './people/people.ts'
import { idIn, writeLists, writeReviewThreads } from './seedThreads.ts'

export type Login = { email: string; nickname: string; password: string }

/** The first three are printed when the demo starts. */
export const logins = JSON.parse(readFileSync(join(root, 'demo/logins.json'), 'utf8')) as Login[]

const DAY = 24 * 60 * 60 * 1000
// The parameters of the server's own hashing; the library's default algorithm is argon2id.
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const midnight = (moment: Date) => new Date(`${moment.toISOString().slice(0, 10)}T00:00:00.000Z`)

export type SeedOptions = {
  picturesBase: string
  now?: Date
  /** adds missing rows even if users already exist */
  force?: boolean
}

/** Fills only an empty database, atomically. Returns whether it did. */
export async function seed(
  db: Db,
  { picturesBase, now = new Date(), force = false }: SeedOptions,
): Promise<boolean> {
  const base = picturesBase.replace(/\/+$/, '')
  if (!force && (await db.user.count()) > 0) {
    await moveHome(db, base)
    await appoint(db)
    return false
  }
  // The samples share a password; hashing it for each would take longer than all other work together.
  const passwords = [...new Set(logins.map(({ password }) => password))]
  const hashes = new Map(
    await Promise.all(passwords.map(async (text) => [text, await hash(text, hashing)] as const)),
  )
  // In one transaction; on a busy machine it can take longer than a user's change.
  await transaction(db, (tx) => write(tx, makeLife(now), { base, now, hashes }), { timeout: 60_000 })
  return true
}

/** Makes the first sample person an administrator, also in a demo of an earlier version. */
async function appoint(db: Tx) {
  const { nickname, email } = logins[0]!
  if ((await db.user.count({ where: { role: 'admin' } })) > 0) return
  await db.user.updateMany({ where: { nickname, email }, data: { role: 'admin' } })
}

/** Points the URLs of pictures that an earlier stand-in on this machine served to the current origin. */
async function moveHome(db: Db, base: string) {
  const oldUrl = (folder: string) => ({
    startsWith: 'http://127.0.0.1:',
    contains: `/${folder}/`,
    endsWith: '.svg',
    not: { startsWith: `${base}/` },
  })
  const [album, user] = await Promise.all([
    db.album.findFirst({ where: { image: oldUrl('covers') }, select: { image: true } }),
    db.user.findFirst({ where: { avatar: oldUrl('avatars') }, select: { avatar: true } }),
  ])
  const origins = [album?.image, user?.avatar].flatMap((url) => (url ? [new URL(url).origin] : []))
  for (const origin of new Set(origins)) {
    const [covers, avatars] = [`${origin}/covers/`, `${origin}/avatars/`]
    await db.$executeRaw`UPDATE Album SET image = REPLACE(image, ${covers}, ${`${base}/covers/`})
      WHERE image LIKE ${`${covers}%`}`
    await db.$executeRaw`UPDATE User SET avatar = REPLACE(avatar, ${avatars}, ${`${base}/avatars/`})
      WHERE avatar LIKE ${`${avatars}%`}`
  }
}

function submissionOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

type Given = { base: string; now: Date; hashes: Map<string, string> }

async function write(tx: Tx, life: Life, { base, now, hashes }: Given) {
  const skipDuplicates = true
  const firstDay = new Date(now.getTime() - 440 * DAY)
  await tx.user.createMany({
    skipDuplicates,
    data: logins.map(({ email, nickname, password }, place) => ({
      email,
      nickname,
      passwordHash: hashes.get(password)!,
      bio: samplePeople.find((person) => person.nickname === nickname)!.bio,
      avatar: `${base}/avatars/${nickname}.svg`,
      createdAt: new Date(firstDay.getTime() + place * 7 * 60 * 60 * 1000),
      updatedAt: now,
    })),
  })
  await appoint(tx)
  const users = await tx.user.findMany({
    where: { nickname: { in: logins.map(({ nickname }) => nickname) } },
    select: { id: true, nickname: true },
  })
  await tx.notificationState.createMany({ skipDuplicates, data: users.map(({ id }) => ({ userId: id })) })
  const user = idIn(new Map(users.map(({ id, nickname }) => [nickname, id])))

  const mentionedAlbums = [...life.logs.map((log) => log.album), ...life.lists.flatMap((list) => list.albums)]
  const albumByKey = new Map(mentionedAlbums.map((row) => [row.key, row]))
  await tx.album.createMany({
    skipDuplicates,
    data: [...albumByKey.values()].map((album) => ({
      key: album.key,
      artist: album.artist,
      name: album.name,
      image: albumImage(base, album),
      createdAt: firstDay,
      updatedAt: firstDay,
    })),
  })
  const storedAlbums = await tx.album.findMany({
    where: { key: { in: albums.map(({ key }) => key) } },
    select: { id: true, key: true },
  })
  const album = idIn(new Map(storedAlbums.map(({ id, key }) => [key, id])))

  await tx.log.createMany({
    skipDuplicates,
    data: life.logs.map((log) => ({
      userId: user(log.nickname),
      albumId: album(log.album.key),
      source: 'manual' as const,
      // Identifies the log, so that a second filling creates no duplicates.
      submission: submissionOf(`${log.nickname} ${log.album.key}`),
      rating: log.rating,
      review: log.review,
      reviewedAt: log.review === null ? null : log.createdAt,
      date: midnight(log.createdAt),
      createdAt: log.createdAt,
      enteredAt: log.createdAt,
      feedAt: log.createdAt,
      updatedAt: log.createdAt,
    })),
  })
  const lockedIds = await lockUsers(
    tx,
    users.map(({ id }) => id),
  )
  await writeHeads(tx, lockedIds)
  for (const id of lockedIds) await writeOpinions(tx, id, 'all')
  const favorites = life.logs.filter(({ favorite }) => favorite)
  await tx.favorite.createMany({
    skipDuplicates,
    data: favorites.map(({ nickname, album: { key }, createdAt }) => ({
      userId: user(nickname),
      albumId: album(key),
      createdAt,
    })),
  })
  await tx.topAlbum.createMany({
    skipDuplicates,
    data: life.tops.flatMap((top) =>
      top.albums.map((row, position) => ({ userId: user(top.nickname), position, albumId: album(row.key) })),
    ),
  })
  await tx.listenLater.createMany({
    skipDuplicates,
    data: life.wishes.flatMap(({ nickname, albums: queuedAlbums }) =>
      queuedAlbums.map((row, position) => ({
        userId: user(nickname),
        position,
        albumId: album(row.key),
        addedOn: midnight(now),
      })),
    ),
  })
  await tx.follow.createMany({
    skipDuplicates,
    data: life.follows.map(({ follower, following, createdAt }) => ({
      followerId: user(follower),
      followingId: user(following),
      createdAt,
    })),
  })
  await writeReviewThreads(tx, life, user, album)
  await writeLists(tx, life, user, album)
  await recountComments(tx)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { DATABASE_URL, DEMO_PORT, DEMO_PICTURES } = process.env
  if (!DATABASE_URL || !(DEMO_PICTURES || Number(DEMO_PORT))) {
    console.error(
      'demo/seed needs DATABASE_URL and the stand-in that serves the pictures: DEMO_PORT or DEMO_PICTURES.',
    )
    process.exit(1)
  }
  const picturesBase = DEMO_PICTURES || `http://127.0.0.1:${DEMO_PORT}`
  const db = makeDb(DATABASE_URL)
  try {
    await seed(db, { picturesBase, force: process.argv.includes('--force') })
  } catch (error) {
    console.error(`The demo could not be filled: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await db.$disconnect()
  }
}
