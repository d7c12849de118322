import { manyRows } from '../../server/core/change.ts'
import type { Deps } from '../../server/core/deps.ts'
import { transaction } from '../../server/lib/db.ts'
import { writeOpinionsOf } from '../../server/logs/write/opinions.ts'
import { lockUsers } from '../../server/users/lock.ts'
import { albumKey } from '../../shared/albumKey.ts'
import type { Random } from '../torture/random.ts'
import type { Community, Level, Member } from './naive.ts'

const BEGIN = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
export const levels: Level[] = ['everyone', 'everyone', 'everyone', 'followers', 'me']

/** Invents people and what they listen to; each of their acts has a time of its own. */
export function inventCommunity({ below }: Random, sizes: { people: number; albums: number }): Community {
  const isRare = (times: number) => below(times) === 0
  const nicknames = Array.from(
    { length: sizes.people },
    (_, index) => `person${String(index).padStart(2, '0')}`,
  )
  const titles = Array.from({ length: sizes.albums }, (_, index) => `Album ${String(index).padStart(2, '0')}`)
  let at = BEGIN
  const next = () => (at += MINUTE)
  const some = (nickname: string, times: number) =>
    new Set(nicknames.filter((other) => other !== nickname && isRare(times)))
  return new Map(
    nicknames.map((nickname): [string, Member] => [
      nickname,
      {
        nickname,
        isPrivate: isRare(12),
        isDisabled: isRare(12),
        suggestMe: !isRare(8),
        personalSuggestions: !isRare(10),
        listenings: new Map(
          titles
            .filter(() => isRare(3))
            .map((title) => [
              title,
              { rating: below(2) * (5 + below(6)), level: levels[below(5)]!, at: next() },
            ]),
        ),
        hearts: new Map(titles.filter(() => isRare(4)).map((title) => [title, next()])),
        later: new Set(titles.filter(() => isRare(12))),
        follows: some(nickname, 6),
        asked: new Set(),
        blocks: some(nickname, 20),
        mutes: some(nickname, 20),
      },
    ]),
  )
}

/** Writes the community into the database, where some of its people can be already; returns the ids of its people. */
export async function plantCommunity(
  { db }: Pick<Deps, 'db'>,
  community: Community,
): Promise<Map<string, number>> {
  const members = [...community.values()]
  const date = new Date(BEGIN)
  await db.user.createMany({
    data: members.map(({ nickname }) => ({ nickname, email: `${nickname}@plak.example` })),
    skipDuplicates: true,
  })
  for (const { nickname, isPrivate, isDisabled, suggestMe, personalSuggestions } of members)
    await db.user.update({
      where: { nickname },
      data: { isPrivate, suggestMe, personalSuggestions, disabledAt: isDisabled ? date : null },
    })
  const titles = [
    ...new Set(
      members.flatMap(({ listenings, hearts, later }) => [...listenings.keys(), ...hearts.keys(), ...later]),
    ),
  ]
  await db.album.createMany({
    data: titles.map((name) => ({
      key: albumKey({ artist: 'Artist', album: name }),
      artist: 'Artist',
      name,
    })),
  })
  const ids = new Map((await db.user.findMany()).map(({ id, nickname }) => [nickname, id]))
  const albums = new Map((await db.album.findMany()).map(({ id, name }) => [name, id]))
  const of = <Row>(rows: (member: Member, userId: number) => Row[]): Row[] =>
    members.flatMap((member) => rows(member, ids.get(member.nickname)!))
  await db.log.createMany({
    data: of(({ listenings }, userId) =>
      [...listenings].map(([title, { rating, level, at }]) => ({
        userId,
        albumId: albums.get(title)!,
        rating,
        visibility: level,
        createdAt: new Date(at),
      })),
    ),
  })
  await db.favorite.createMany({
    data: of(({ hearts }, userId) =>
      [...hearts].map(([title, at]) => ({ userId, albumId: albums.get(title)!, createdAt: new Date(at) })),
    ),
  })
  await db.listenLater.createMany({
    data: of(({ later }, userId) =>
      [...later].map((title, position) => ({ userId, albumId: albums.get(title)!, position, addedOn: date })),
    ),
  })
  await db.follow.createMany({
    data: of(({ follows }, followerId) =>
      [...follows].map((other) => ({ followerId, followingId: ids.get(other)! })),
    ),
  })
  await db.block.createMany({
    data: of(({ blocks }, blockerId) =>
      [...blocks].map((other) => ({ blockerId, blockedId: ids.get(other)! })),
    ),
  })
  await db.mute.createMany({
    data: of(({ mutes }, muterId) =>
      [...mutes].map((other) => ({ muterId, mutedId: ids.get(other)!, until: new Date('9999-01-01') })),
    ),
  })
  await transaction(
    db,
    async (tx) => writeOpinionsOf(tx, await lockUsers(tx, [...ids.values()]), [...albums.values()]),
    manyRows,
  )
  return ids
}
