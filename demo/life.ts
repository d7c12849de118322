import { createHash } from 'node:crypto'
import { albums, type Album } from './catalog/catalog.ts'
import { seeded } from './covers/seeded.ts'
import { readLists, readReplies, samplePeople, type Person } from './people/people.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type SampleLog = {
  nickname: string
  album: Album
  rating: number
  review: string | null
  favorite: boolean
  createdAt: Date
}

export type Life = ReturnType<typeof makeLife>

const stableId = (text: string) => {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const countMatches = (person: Person, album: Album) =>
  person.taste.filter((tag) => album.tags.some((albumTag) => albumTag.includes(tag))).length

function quietAlbums(person: Person, count: number): Album[] {
  const chance = seeded(`shelf of ${person.nickname}`)
  const reviewedKeys = new Set(person.reviews.map(({ album }) => album.key))
  return albums
    .filter(({ key }) => !reviewedKeys.has(key))
    .map((album) => ({
      album,
      weight: countMatches(person, album) * 1.4 + Math.log10(album.listeners) * 0.5 + chance.next() * 2,
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count)
    .map(({ album }) => album)
}

function wishesOf(person: Person, logs: readonly SampleLog[]): Album[] {
  const heardAlbums = new Set(
    logs.filter(({ nickname }) => nickname === person.nickname).map(({ album }) => album),
  )
  const ofOthers = new Set(logs.map(({ album }) => album).filter((album) => !heardAlbums.has(album)))
  return [...ofOthers].sort((a, b) => countMatches(person, b) - countMatches(person, a)).slice(0, 7)
}

/** Age of the log at `place` (newest first) in milliseconds: a few are from today, more from this week, most are old. */
const ageOf = (place: number, all: number, jitter: number) =>
  Math.max(4 * MINUTE, (place / all) ** 2.3 * 420 * DAY + place * 34 * MINUTE + jitter * 25 * MINUTE)

const bell = (swing: number) => Math.max(2, Math.min(10, Math.round(7.4 + swing * 4)))

function makeLogs(now: Date): SampleLog[] {
  const chance = seeded('logs')
  const reviewLogs = samplePeople.flatMap((person) =>
    person.reviews.map(({ album, rating, text }) => ({
      nickname: person.nickname,
      album,
      rating,
      review: text,
    })),
  )
  const quietLogs = samplePeople.flatMap((person) =>
    quietAlbums(person, 14 + chance.whole(0, 6)).map((album) => ({
      nickname: person.nickname,
      album,
      rating: chance.chance(0.16) ? 0 : bell(chance.next() + chance.next() - 1),
      review: null,
    })),
  )
  const shuffledLogs = chance.shuffle([...reviewLogs, ...quietLogs])
  // Mixes the authors: a feed with ten entries of one user in a row looks dead.
  const turns = shuffledLogs.map((log, place) => ({
    log,
    place: place + (log.review ? -20 : 20) * chance.next(),
  }))
  return turns
    .sort((a, b) => a.place - b.place)
    .map(({ log }, place, all) => ({
      ...log,
      favorite: log.rating >= 9 && chance.chance(0.55),
      createdAt: new Date(now.getTime() - ageOf(place, all.length, chance.next())),
    }))
}

function makeFollows(now: Date) {
  const chance = seeded('follows')
  const names = samplePeople.map(({ nickname }) => nickname)
  const pairs = new Map<string, { follower: string; following: string; createdAt: Date }>()
  const add = (follower: string, following: string) => {
    if (follower === following) return
    const createdAt = new Date(now.getTime() - chance.between(2 * HOUR, 400 * DAY))
    pairs.set(`${follower}>${following}`, { follower, following, createdAt })
  }
  names.forEach((name, place) => {
    const others = chance.shuffle(names.filter((other) => other !== name))
    if (place < 3) {
      for (const other of others.slice(0, 10)) add(name, other)
      for (const other of others.slice(6, 16)) add(other, name)
    } else for (const other of others.slice(0, chance.whole(2, 5))) add(name, other)
  })
  return [...pairs.values()]
}

const momentAfter = (from: Date, now: Date, share: number) =>
  new Date(from.getTime() + Math.min(now.getTime() - from.getTime(), 20 * DAY) * share ** 2)

/** Always the same for the same moment. */
export function makeLife(now: Date) {
  const chance = seeded('life')
  const names = samplePeople.map(({ nickname }) => nickname)
  const logs = makeLogs(now)
  const reviewLikes = logs
    .filter(({ review }) => review !== null)
    .flatMap((log) =>
      chance
        .shuffle(names.filter((name) => name !== log.nickname))
        .slice(0, Math.floor(chance.next() ** 2 * 12))
        .map((nickname) => ({ log, nickname, createdAt: momentAfter(log.createdAt, now, chance.next()) })),
    )
  const all = readLists()
  const lists = all.map((list, place) => {
    const createdAt = new Date(now.getTime() - (place === 3 ? 5 * HOUR : chance.between(1 * DAY, 330 * DAY)))
    const likes = chance
      .shuffle(names.filter((name) => name !== list.owner))
      .slice(0, chance.whole(1, 13))
      .map((nickname) => ({ nickname, createdAt: momentAfter(createdAt, now, chance.next()) }))
    let last = createdAt
    const comments = list.comments.map(({ nickname, text }, index) => {
      last = momentAfter(last, now, chance.between(0.05, 0.4))
      const likers = chance.shuffle(names.filter((name) => name !== nickname)).slice(0, chance.whole(0, 4))
      const createdAt = last
      return {
        submission: stableId(`comment ${list.name} ${index}`),
        nickname,
        text,
        createdAt,
        likes: likers.map((name) => ({
          nickname: name,
          createdAt: momentAfter(createdAt, now, chance.next()),
        })),
      }
    })
    return { ...list, submission: stableId(`list ${list.owner} ${list.name}`), createdAt, likes, comments }
  })
  const last = new Map<string, Date>()
  const replies = readReplies().map((reply, index) => {
    const log = logs.find(({ nickname, album }) => nickname === reply.reviewer && album === reply.album)!
    const place = `${reply.reviewer} ${reply.album.key}`
    const createdAt = momentAfter(last.get(place) ?? log.createdAt, now, chance.between(0.1, 0.5))
    last.set(place, createdAt)
    return { ...reply, log, createdAt, submission: stableId(`reply ${place} ${index}`) }
  })
  const tops = samplePeople.map(({ nickname }) => ({
    nickname,
    albums: logs
      .filter((log) => log.nickname === nickname)
      .sort((a, b) => b.rating - a.rating || Number(b.favorite) - Number(a.favorite))
      .slice(0, 4)
      .map(({ album }) => album),
  }))
  const wishes = samplePeople.map((person) => ({
    nickname: person.nickname,
    albums: wishesOf(person, logs),
  }))
  return { wishes, logs, follows: makeFollows(now), reviewLikes, replies, lists, tops }
}
