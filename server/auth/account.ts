import { isEmail } from '../../shared/auth.ts'
import { isNickname } from '../../shared/users.ts'
import type { Deps } from '../core/deps.ts'

/** Finds the account with an e-mail address or a nickname; null if there is none. */
export async function findAccount({ db }: Pick<Deps, 'db'>, identifier: string) {
  if (isEmail(identifier)) return await db.user.findUnique({ where: { email: identifier } })
  return isNickname(identifier) ? await db.user.findUnique({ where: { nickname: identifier } }) : null
}
