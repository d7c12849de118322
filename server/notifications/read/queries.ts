import type { z } from 'zod'
import type { Thread } from '../../../shared/comments.ts'
import { limits } from '../../../shared/limits.ts'
import {
  mailedAtFirst,
  type notificationsInput,
  settingKinds,
  type NotificationPage,
  type NotificationSettings,
  type UnreadState,
} from '../../../shared/notifications.ts'
import { columnOf } from '../../access/threads.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { pageOf } from '../../lib/keyset.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { canModerate } from '../../users/roles.ts'
import { readGroups } from './view.ts'

const PAGE = limits.notificationsPage
/** maximum number of unread groups that are counted; pages show '99+' */
const COUNTED = 100

const unreadOf = statement(({ userId, most }: { userId: number; most: number }) =>
  kysely
    .selectFrom('NotificationState as s')
    .select(['s.readUpTo', 's.position as newest'])
    .select((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('NotificationGroup as g')
            .select('g.number')
            .where('g.userId', '=', userId)
            .where('g.position', '>', (inner) =>
              inner.selectFrom('NotificationState as r').select('r.readUpTo').where('r.userId', '=', userId),
            )
            .limit(most)
            .as('unread'),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('unread'),
    )
    .where('s.userId', '=', userId),
)

export async function readUnread(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<SignedIn, 'id'>,
): Promise<UnreadState> {
  const [state] = await unreadOf(db, { userId: id, most: COUNTED })
  return state ?? { unread: 0, readUpTo: 0, newest: 0 }
}

const groupsOf = statement(({ userId, before, limit }: { userId: number; before: number; limit: number }) =>
  kysely
    .selectFrom('NotificationGroup')
    .select(['number', 'position'])
    .where('userId', '=', userId)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit),
)

export async function listNotifications(
  deps: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { cursor, limit = PAGE }: z.output<typeof notificationsInput>,
): Promise<NotificationPage> {
  const state = await readUnread(deps, viewer)
  const before = /^\d{1,10}$/.test(cursor ?? '') ? Number(cursor) : limits.rowId
  const groupRows = await groupsOf(deps.db, { userId: viewer.id, before, limit: limit + 1 })
  const { page, next } = pageOf(groupRows, limit, ({ position }) => String(position))
  const groups = await readGroups(deps.db, viewer, page)
  return {
    items: groups.map((group) => ({ ...group, unread: group.position > state.readUpTo })),
    next,
    ...state,
  }
}

export async function getSettings(
  { db, mailer, pushKey }: Pick<Deps, 'db' | 'mailer' | 'pushKey'>,
  viewer: SignedIn,
): Promise<NotificationSettings> {
  const [settings, digest, user] = await Promise.all([
    db.notificationSetting.findMany({ where: { userId: viewer.id } }),
    db.digest.count({ where: { userId: viewer.id } }),
    db.user.findUnique({ where: { id: viewer.id }, select: { role: true } }),
  ])
  const byKind = new Map(settings.map((row) => [row.kind, row]))
  const kinds = settingKinds.filter((kind) => kind !== 'reports' || canModerate(user?.role))
  return {
    kinds: kinds.map((kind) => ({
      kind,
      here: byKind.get(kind)?.here ?? true,
      email: byKind.get(kind)?.email ?? mailedAtFirst.has(kind),
      ...(pushKey && { push: byKind.get(kind)?.push ?? false }),
    })),
    digest: digest > 0,
    mail: mailer !== null,
    ...(pushKey && { push: true }),
  }
}

export async function isMuted(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { thread }: { thread: Thread },
): Promise<{ muted: boolean }> {
  const [column, id] = columnOf(thread)
  return { muted: (await db.mutedThread.count({ where: { userId: viewer.id, [column]: id } })) > 0 }
}
