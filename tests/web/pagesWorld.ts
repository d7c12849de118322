import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { seed } from '../../demo/seed.ts'
import { recountComments } from '../../server/comments/counts.ts'
import { makeDb, transaction, type Db } from '../../server/lib/db.ts'
import { indexLists } from '../../server/lists/write/texts.ts'
import { writeOpinions } from '../../server/logs/write/opinions.ts'
import { writeTags } from '../../server/logs/write/tags.ts'
import { trackKey } from '../../server/plays/keys.ts'
import { lockUser } from '../../server/users/lock.ts'
import { writeHeads } from '../../server/users/write/feedHeads.ts'
import { databasePrefix } from '../support/database.ts'
import { testDatabaseUrl } from '../support/testServer.ts'
import { addMany, archivist } from './pagesMany.ts'
import { addAlbums, ago, dayOf, idOf, logOf } from './pagesRows.ts'
import type { Plak } from './product.ts'

// A community in which every state of every page occurs: the demo's users, and in addition a user with nothing, a user with
// very much of everything, and a user with the most difficult names.

/** The lists that the table of pages needs, by purpose. */
export type World = { lists: Record<'few' | 'many' | 'difficult' | 'quiet' | 'noted', number> }

export const newcomer = 'newcomer'
/** A nickname of maximum length. */
export const difficult = 'the_long_playing_record_keeper'
/** A private account without followers. */
export const hermit = 'hermit'
export const moderator = 'moderator'
/** The demo's own administrator is an ordinary user of these pages. */
export const admin = 'admin'

const PASSWORD = 'long-player'

/** A word that cannot be broken. */
export const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const difficultAlbums = [
  { artist: unbroken, name: unbroken },
  {
    artist: 'ずっと真夜中でいいのに。',
    name: '正義と微笑みの間で揺れる心の音楽図鑑、あるいは深夜特急の窓から見えたもの',
  },
  {
    artist: 'İbrahim Çağdaş ve Şarkıcılar Topluluğu',
    name: 'Işıltılı İstanbul’dan Üsküdar’a Ağıtlar, Ninniler, Güzellemeler',
  },
  {
    artist: 'Soulwax and Almost Everybody Else Who Ever Played with Them',
    name: 'Most of the Remixes We Made for Other People over the Years, Except for the One We Lost and Others',
  },
  { artist: 'أم كلثوم', name: 'أنت عمري، أو أطول اسم يمكن لأسطوانة أن تحمله على غلافها' },
  { artist: 'A', name: '!' },
]
const japanese = '雨の音だけが聞こえる夜に、もう一度最初から最後まで聴いた。二曲目の終わりで息が止まる。'
const turkish =
  'Çığlık çığlığa bir sessizlik: İğne plağa değdiği an İstanbul’un bütün ışıkları söndü, güzelleşti.'
const breathless =
  'Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaargh!'

/** Fills the product's empty database; `many` adds the thousands of rows that only screenshots need. */
export async function makeWorld(
  { demo }: Plak,
  parallelIndex: number,
  { many = false } = {},
): Promise<World> {
  const db = makeDb(testDatabaseUrl(`${databasePrefix(process.pid)}web${parallelIndex}`))
  try {
    await seed(db, { picturesBase: demo })
    await addPeople(db)
    await addListens(db)
    const difficultList = await addDifficult(db)
    for (const nickname of ['june', difficult]) await addTags(db, nickname)
    const manyList = many ? await addMany(db) : difficultList
    await indexLists({ db })
    const few = await db.list.findFirstOrThrow({ where: { name: 'Fog' } })
    const quiet = await db.list.findFirstOrThrow({ where: { name: 'Silence' } })
    const noted = await addNoted(db, few.id)
    return { lists: { noted, few: few.id, many: manyList, difficult: difficultList, quiet: quiet.id } }
  } finally {
    await db.$disconnect()
  }
}

/** Creates a private ranked copy of a list with short and long notes. */
async function addNoted(db: Db, source: number): Promise<number> {
  const { userId, albums } = await db.list.findUniqueOrThrow({
    where: { id: source },
    include: { albums: true },
  })
  const notes = ['Best after midnight.', breathless, `${japanese}\n${turkish}\n`.repeat(6), '']
  const { id } = await db.list.create({
    data: {
      userId,
      name: 'Fog, in order',
      description: 'From the window outwards.',
      ranked: true,
      visibility: 'me',
      clonedFromId: source,
      submission: 'fog-in-order',
      albums: {
        create: albums.map(({ albumId, position }) => ({ albumId, position, note: notes[position % 4]! })),
      },
    },
    select: { id: true },
  })
  return id
}

export async function signIn(context: BrowserContext, { url }: Plak, nickname: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const data = { identifier: nickname, password: PASSWORD }
  const answer = await context.request.post(`${url}/trpc/auth.login`, { headers, data })
  if (!answer.ok()) throw new Error(await answer.text())
}

async function addPeople(db: Db) {
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { nickname: 'deniz' } })
  const person = (nickname: string, bio: string | null = null, more: object = {}) => {
    return { nickname, bio, email: `${nickname}@plak.example`, passwordHash, ...more }
  }
  await db.user.createMany({
    data: [
      person(newcomer),
      person(archivist, 'Everything, twice.'),
      person(difficult, `${japanese}\n${turkish}\n${breathless}`),
      person(hermit, 'Headphones only.', { isPrivate: true }),
      person(moderator, null, { role: 'moderator' }),
      person(admin, null, { role: 'admin' }),
    ],
  })
  await db.user.update({ where: { nickname: 'deniz' }, data: { role: 'member' } })
}

/** june has several listenings of Dummy, not all of them visible to everybody. */
async function addListens(db: Db) {
  const userId = await idOf(db, 'june')
  const { id: albumId } = await db.album.findFirstOrThrow({ where: { name: 'Dummy' } })
  const listen = (hours: number, rating: number, more: object = {}) => ({
    ...logOf(userId, albumId, hours, null),
    feedAt: null,
    rating,
    ...more,
  })
  await db.log.createMany({
    data: [
      listen(1_000, 7, { relisten: true, visibility: 'me', review: turkish, reviewedAt: ago(1_000) }),
      listen(3_000, 9, { relisten: true, visibility: 'followers' }),
      listen(9_000, 4, { review: 'Too slow, I thought.', reviewedAt: ago(9_000) }),
      listen(20_000, 0, { date: null }),
    ],
  })
  await transaction(db, async (tx) => writeOpinions(tx, await lockUser(tx, userId), [albumId]))
}

/** Adds short and long tags to a user's newest listenings. */
async function addTags(db: Db, nickname: string) {
  const userId = await idOf(db, nickname)
  const words = [
    'late night',
    'Winter',
    'vinyl',
    breathless.slice(0, 40),
    japanese.slice(0, 20),
    'yağmurlu bir gün',
  ]
  const logs = await db.log.findMany({ where: { userId }, orderBy: { id: 'desc' }, take: 8 })
  for (const [place, { id }] of logs.entries()) {
    const names = words.filter((_, index) => (index + place) % 3 > 0 || place === 0)
    await transaction(db, async (tx) => {
      const log = await tx.log.update({ where: { id }, data: { tagCount: names.length } })
      const logs = [{ previous: null, current: log, tags: names }]
      await writeTags({ tx }, { owner: await lockUser(tx, userId), logs })
    })
  }
}

/** Plays of these albums, and prompts for two of them. */
async function addPlays(db: Db, userId: number, albumIds: readonly number[]): Promise<void> {
  // The zone of the browsers: with a new one, prompts are computed again, and these tracks would give none.
  await db.user.update({ where: { id: userId }, data: { timeZone: 'Europe/Istanbul' } })
  await db.scrobbling.create({ data: { userId, listenBrainzUser: 'keeper' } })
  await db.play.createMany({
    data: difficultAlbums.flatMap(({ artist, name: album }, place) =>
      [album, breathless, japanese].map((track, index) => ({
        userId,
        at: ago(place * 5 + index),
        artist,
        track,
        album: index === 2 ? null : album,
        trackKey: trackKey({ artist, track }),
        source: 'listenbrainz' as const,
      })),
    ),
  })
  await db.playPrompt.createMany({
    data: albumIds.slice(0, 2).map((albumId) => ({ userId, albumId, day: dayOf(ago(50)), tracks: 7 })),
  })
}

async function addDifficult(db: Db): Promise<number> {
  const userId = await idOf(db, difficult)
  const albumIds = await addAlbums(db, difficultAlbums)
  const known = await db.album.findFirstOrThrow({ where: { name: 'Kid A' } })
  const words = [breathless, japanese, turkish, null, `${turkish} `.repeat(9).trim(), japanese.repeat(12)]
  await db.log.createMany({
    data: [...albumIds, known.id].map((albumId, place) =>
      logOf(userId, albumId, place * 30, words[place % 6]!),
    ),
  })
  await transaction(db, async (tx) => {
    const owner = await lockUser(tx, userId)
    await writeHeads(tx, [owner])
    await writeOpinions(tx, owner, 'all')
  })
  await db.favorite.createMany({ data: albumIds.map((albumId) => ({ userId, albumId })) })
  await db.topAlbum.createMany({
    data: albumIds.slice(0, 4).map((albumId, position) => ({ userId, albumId, position })),
  })
  await db.listenLater.createMany({
    data: albumIds.map((albumId, position) => ({ userId, albumId, position, addedOn: dayOf(ago(position)) })),
  })
  await addPlays(db, userId, albumIds)
  await db.profileLink.createMany({
    data: [
      { userId, position: 0, type: 'instagram', url: `https://instagram.com/${difficult}` },
      { userId, position: 1, type: 'custom', url: `https://www.example.com/${breathless}/${breathless}` },
    ],
  })
  const others = await db.user.findMany({ where: { nickname: { in: ['deniz', 'june', 'kerem'] } } })
  await db.follow.createMany({ data: others.map(({ id }) => ({ followerId: id, followingId: userId })) })
  await db.list.create({
    data: { userId, name: 'Silence', submission: randomUUID(), createdAt: ago(9_000) },
  })
  const name = `${breathless.slice(0, 60)} 静かな夜のための İlk Şarkılar`
  const list = await db.list.create({
    data: {
      userId,
      name,
      description: `${turkish} ${japanese.repeat(3)} ${breathless}`,
      submission: randomUUID(),
    },
  })
  await db.listAlbum.createMany({
    data: albumIds.map((albumId, position) => ({ listId: list.id, albumId, position })),
  })
  await db.comment.createMany({
    data: [breathless, japanese.repeat(4), turkish].map((text, place) => {
      return { userId, listId: list.id, text, submission: randomUUID(), createdAt: ago(30 - place) }
    }),
  })
  await recountComments(db)
  return list.id
}
