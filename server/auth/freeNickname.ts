import { randomInt } from 'node:crypto'
import { foldedLetters } from '../../shared/foldedLetters.ts'
import { limits } from '../../shared/limits.ts'
import { reservedNicknames } from '../../shared/users.ts'
import type { Deps } from '../core/deps.ts'

const ROOM_FOR_NUMBER = 6

/** 'Çağla Işık' → 'cagla_isik'; a default nickname if too few letters can be transliterated. */
export function nicknameFrom(name: string): string {
  const ascii = foldedLetters(name).replace(/[^a-z0-9]+/g, '_')
  const nickname = ascii.slice(0, limits.nickname.max - ROOM_FOR_NUMBER).replace(/^_+|_+$/g, '')
  return nickname.length < limits.nickname.min ? 'listener' : nickname
}

/** The nickname can be taken by the time it is used. */
export async function freeNickname({ db }: Pick<Deps, 'db'>, name: string): Promise<string> {
  const first = nicknameFrom(name)
  const numbers = [2, 3, 4, 5, ...Array.from({ length: 10 }, () => randomInt(10, 100_000))]
  const candidates = [first, ...numbers.map((number) => `${first}${number}`)]
  const users = await db.user.findMany({
    where: { nickname: { in: candidates } },
    select: { nickname: true },
  })
  const free = candidates.find(
    (candidate) => !reservedNicknames.has(candidate) && users.every(({ nickname }) => nickname !== candidate),
  )
  return free ?? `listener${randomInt(10 ** 12)}`
}
