import { change } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import { importLogs, type NewLog } from '../../server/logs/write/bulk.ts'
import { lockUser } from '../../server/users/lock.ts'
import { albumKey, nameKey } from '../../shared/albumKey.ts'
import { visibilities } from '../../shared/levels.ts'
import { levelsSeenBy, type Reader } from '../../shared/visibility.ts'
import type { Random } from '../torture/random.ts'
import type { Heard } from './naive.ts'

export const TODAY = '2026-11-27'
const DAY = 24 * 60 * 60_000
const genres = [
  'ambient',
  'art pop',
  'dub',
  'electronic',
  'folk',
  'house',
  'jazz',
  'noise',
  'rock',
  'soul',
  'techno',
  'trip hop',
]

/** Albums of few artists, whose names are written in several ways, with years and genres. */
export async function plantAlbums(
  { db }: Pick<Deps, 'db'>,
  { below }: Random,
  count: number,
): Promise<number[]> {
  await db.genre.createMany({ data: genres.map((name) => ({ name })), skipDuplicates: true })
  const genreIds = (await db.genre.findMany()).map(({ id }) => id)
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const number = below(Math.ceil(count / 2))
    const artist = [`Artist ${number}`, `ARTIST ${number}`, `artist… ${number}`][below(3)]!
    const name = `Album ${index}`
    const year = below(5) === 0 ? null : 1960 + below(67)
    const { id } = await db.album.create({
      data: {
        key: albumKey({ artist, album: name }),
        artist,
        name,
        year,
        releaseDate: year === null ? null : String(year),
      },
    })
    await db.albumGenre.createMany({
      data: genreIds
        .filter(() => below(3) === 0)
        .map((genreId) => ({ albumId: id, genreId, votes: below(4) })),
    })
    ids.push(id)
  }
  return ids
}

/** Days are close to each other, so that there are streaks and ties. */
export function inventListening({ below }: Random, albumIds: readonly number[]): NewLog {
  const age = below(3) === 0 ? below(1_500) : below(30)
  return {
    albumId: albumIds[Math.floor(albumIds.length * (below(1_000) / 1_000) ** 2)]!,
    date: below(8) === 0 ? null : new Date(Date.parse(TODAY) - age * DAY),
    rating: below(2) * (1 + below(10)),
    visibility: visibilities[below(3)]!,
    review: null,
    reviewedAt: null,
    relisten: false,
    tags: [],
    createdAt: new Date(),
  }
}

export const bringIn = (deps: Deps, userId: number, logs: readonly NewLog[]) =>
  change(deps, async (write) =>
    importLogs(write, { userId: await lockUser(write.tx, userId), importId: 1 }, logs),
  )

/** The listenings of a user that a reader can see, as the database has them. */
export async function readHeard({ db }: Pick<Deps, 'db'>, userId: number, reader: Reader): Promise<Heard[]> {
  const logs = await db.log.findMany({
    where: { userId, visibility: { in: [...levelsSeenBy[reader]] } },
    include: { album: { include: { genres: { include: { genre: true } } } } },
  })
  return logs.map(({ id, date, rating, visibility, album }) => ({
    id,
    day: date && date.toISOString().slice(0, 10),
    rating,
    visibility,
    album: {
      id: album.id,
      artist: album.artist,
      name: album.name,
      image: album.image,
      year: album.year,
      artistKey: nameKey(album.artist),
      genres: album.genres
        .toSorted((one, other) => other.votes - one.votes || (one.genre.name < other.genre.name ? -1 : 1))
        .slice(0, 5)
        .map(({ genre }) => genre.name),
    },
  }))
}
