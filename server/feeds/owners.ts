import { sql } from 'kysely'
import { isNickname } from '../../shared/users.ts'
import { isSeenBy } from '../access/visibleTo.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'

// Finds subjects whose feeds everyone can read: their owner is neither private nor disabled. Blocks do not matter, because a
// feed does not know its reader.

export const openUsers = kysely
  .selectFrom('User as u')
  .where('u.disabledAt', 'is', null)
  .where('u.isPrivate', '=', false)

export type Nickname = { nickname: string }
export const openUser = ({ nickname }: Nickname) =>
  openUsers.select(['u.id', 'u.nickname', 'u.avatar']).where('u.nickname', '=', nickname)
const userOf = statement(openUser)

/** In a statement that reads a user's things together with the user. */
export const idOfUser = ({ nickname }: Nickname) =>
  sql<number>`(SELECT o.id FROM User AS o WHERE o.nickname = ${nickname})`

export type Id = { id: number }
export const openList = ({ id }: Id) =>
  openUsers
    .innerJoin('List as l', 'l.userId', 'u.id')
    .select(['l.id', 'l.name', 'l.description', 'l.updatedAt', 'u.nickname', 'u.avatar'])
    .where('l.id', '=', id)
    .where(isSeenBy('stranger'))
const listOf = statement(openList)

export async function findOpenUser(db: Tx, nickname: string) {
  const [user = null] = isNickname(nickname) ? await userOf(db, { nickname }) : []
  return user
}

export async function findOpenList(db: Tx, id: number) {
  const [list = null] = await listOf(db, { id })
  return list
}
