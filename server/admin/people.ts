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

const accounts = kysely
  .selectFrom('User as u')
  .select(['u.nickname', 'u.email', 'u.role', 'u.disabledAt', 'u.createdAt', 'u.lastSeenAt'])

const byNickname = (pattern: string, after: string) =>
  accounts
    .where('u.nickname', 'like', pattern)
    .$if(after !== '', (query) => query.where('u.nickname', '>', after))
    .orderBy('u.nickname')

/** `isInNicknames`: nicknames can match the pattern, too, and those that do are left out. */
const byEmail = (pattern: string, { after, isInNicknames }: { after: string; isInNicknames: boolean }) =>
  accounts
    .where('u.email', 'like', pattern)
    .$if(isInNicknames, (query) => query.where('u.nickname', 'not like', pattern))
    .$if(after !== '', (query) => query.where('u.email', '>', after))
    .orderBy('u.email')

/** An account found by its nickname, or by its e-mail only, before the first one that is read. */
type After = { nickname: string; isInEmails: boolean }
type Search = { search: string; after?: After | null; limit?: number }

/**
 * Accounts whose nickname begins with the text, then the others whose e-mail does. Each part is one range of an index: sorting
 * both together would read a million rows for some texts.
 */
export async function findAccounts(db: Tx, { search, after = null, limit }: Search): Promise<Account[]> {
  const { nickname = '', isInEmails = false } = after ?? {}
  const beginning = search.trim().toLowerCase()
  const pattern = `${escapeLike(beginning)}%`
  // The nickname column is ASCII: MySQL fails when it is compared with other characters.
  const isInNicknames = /^[\x21-\x7e]*$/.test(beginning)
  const read = (query: ReturnType<typeof byNickname>, most = limit) =>
    rows(db, most === undefined ? query : query.limit(most))
  const first = isInNicknames && !isInEmails ? await read(byNickname(pattern, nickname)) : []
  if (beginning === '' || first.length === limit) return first
  const last = isInEmails ? await db.user.findUnique({ where: { nickname }, select: { email: true } }) : null
  const others = byEmail(pattern, { after: last?.email ?? '', isInNicknames })
  return [...first, ...(await read(others, limit && limit - first.length))]
}

// A cursor is in the address of a request, so that it holds no e-mail address.

const cursorOf = ({ nickname }: Account, search: string) =>
  nickname.startsWith(search.toLowerCase()) ? nickname : `@${nickname}`

function readCursor(cursor: string): After | null {
  const isInEmails = cursor.startsWith('@')
  const nickname = isInEmails ? cursor.slice(1) : cursor
  return isNickname(nickname) ? { nickname, isInEmails } : null
}

/** Blocks and visibility do not apply: administrators find every account. */
export async function listPeople(
  { db }: Pick<Deps, 'db'>,
  { search, cursor }: z.output<typeof peopleInput>,
): Promise<AdminPeople> {
  const { peoplePage } = adminLimits
  const after = cursor ? readCursor(cursor) : null
  const found = await findAccounts(db, { search, after, limit: peoplePage + 1 })
  const { page, next } = pageOf(found, peoplePage, (last) => cursorOf(last, search))
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
