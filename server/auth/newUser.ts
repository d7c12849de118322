import type { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { startNotifications } from '../notifications/rows.ts'

/** Creates a user with the rows that each has. @throws what the database says of a nickname or an address that is taken */
export async function createUser(tx: Tx, data: Prisma.UserCreateInput): Promise<{ id: number }> {
  const user = await tx.user.create({ data, select: { id: true } })
  await startNotifications(tx, user.id)
  return user
}
