import type { Tx } from '../lib/db.ts'
import { startNotifications } from '../notifications/write/states.ts'
import { insertUser, type NewUser } from '../users/write/account.ts'

/** @throws the database error if the nickname or address is taken */
export async function createUser(tx: Tx, data: NewUser): Promise<{ id: number }> {
  const user = await insertUser({ tx }, data)
  await startNotifications(tx, user.id)
  return user
}
