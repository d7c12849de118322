import type { z } from 'zod'
import type { AdminPeople, AdminPerson, peopleInput, personInput } from '../../shared/admin.ts'
import { adminLimits } from '../../shared/limits.ts'
import type { Role } from '../../shared/roles.ts'
import { isNickname } from '../../shared/users.ts'
import { reasonOfDisabling } from '../auth/queries.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { pageOf } from '../lib/keyset.ts'
import { escapeLike } from '../lib/likePattern.ts'
import { kysely, rows } from '../lib/sql.ts'

type Account = {
  nickname: string
  email: string
  role: Role
  createdAt: Date
  lastSeenAt: Date | null
  disabledAt: Date | null
}

/** Finds accounts by the beginning of nickname or e-mail. `after` is the nickname before the first one. */
export async function findAccounts(
  db: Tx,
  { search, after = '', limit }: { search: string; after?: string; limit?: number },
): Promise<Account[]> {
  const beginning = search.trim().toLowerCase()
  const pattern = `${escapeLike(beginning)}%`
  return await rows(
    db,
    kysely
      .selectFrom('User as u')
      .select(['u.nickname', 'u.email', 'u.role', 'u.disabledAt', 'u.createdAt', 'u.lastSeenAt'])
      // The nickname column is ASCII: MySQL fails when it is compared with other characters.
      .$if(beginning !== '', (query) =>
        query.where((eb) =>
          /^[\x21-\x7e]*$/.test(beginning)
            ? eb.or([eb('u.nickname', 'like', pattern), eb('u.email', 'like', pattern)])
            : eb('u.email', 'like', pattern),
        ),
      )
      .$if(after !== '', (query) => query.where('u.nickname', '>', after))
      .orderBy('u.nickname')
      .$if(limit !== undefined, (query) => query.limit(limit!)),
  )
}

/** Blocks and visibility do not apply: administrators find every account. */
export async function listPeople(
  { db }: Pick<Deps, 'db'>,
  { search, cursor }: z.output<typeof peopleInput>,
): Promise<AdminPeople> {
  const { peoplePage } = adminLimits
  const after = cursor && isNickname(cursor) ? cursor : ''
  const accounts = await findAccounts(db, { search, after, limit: peoplePage + 1 })
  const { page, next } = pageOf(accounts, peoplePage, ({ nickname }) => nickname)
  return {
    items: page.map(({ nickname, role, disabledAt }) => ({
      nickname,
      role,
      isDisabled: disabledAt !== null,
    })),
    next,
  }
}

/** @throws notFound */
export async function getPerson(
  { db }: Pick<Deps, 'db'>,
  { nickname }: z.output<typeof personInput>,
): Promise<AdminPerson> {
  const user = isNickname(nickname)
    ? await db.user.findUnique({
        where: { nickname },
        select: {
          id: true,
          nickname: true,
          email: true,
          role: true,
          createdAt: true,
          disabledAt: true,
          lastSeenAt: true,
        },
      })
    : null
  if (!user) throw notFound('users.notFound', 'nickname')
  const { id, email, role, createdAt, disabledAt, lastSeenAt } = user
  return {
    nickname: user.nickname,
    email,
    role,
    joinedAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    disabled: disabledAt && {
      at: disabledAt.toISOString(),
      reason: await reasonOfDisabling(db, { id, disabledAt }),
    },
  }
}
