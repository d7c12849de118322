import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type {
  NotificationDetail,
  NotificationGroup,
  NotificationKind,
  NotificationThing,
} from '../../../shared/notifications.ts'
import { isShownTo } from '../../access/visibleTo.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, rows, statement } from '../../lib/sql.ts'
import { causeOf } from '../causes.ts'
import { groupBy, unique } from './rows.ts'

type Found = {
  groupId: number
  position: number
  kind: NotificationKind
  logId: number | null
  listId: number | null
  commentId: number | null
  detail: string | null
  createdAt: Date
  nickname: string | null
  avatar: string | null
  total: number
}

/** At most `faces` rows per group, and the total of each group. Rows of disabled users are left out. */
const newestRows = statement(
  ({ userId, groups, faces }: { userId: number; groups: number[]; faces: number }) => {
    const query = sql<Found>`
    SELECT * FROM (
      SELECT n.groupId, n.position, n.kind, n.logId, n.listId, n.commentId, n.detail, n.createdAt, u.nickname, u.avatar,
        ROW_NUMBER() OVER (PARTITION BY n.groupId ORDER BY n.position DESC) AS place,
        COUNT(*) OVER (PARTITION BY n.groupId) AS total
      FROM Notification n LEFT JOIN User u ON u.id = n.actorId
      WHERE n.userId = ${userId} AND n.groupId IN (${sql.join(groups)}) AND (n.actorId IS NULL OR u.disabledAt IS NULL)
    ) AS numbered WHERE place <= ${faces} ORDER BY groupId, place`
    return { compile: () => query.compile(kysely) }
  },
)

/** Keeps the order. Leaves out groups about a thing that the recipient cannot see. */
export async function readGroups(
  db: Tx,
  viewer: { id: number },
  groups: readonly { number: number; position: number }[],
): Promise<Omit<NotificationGroup, 'unread'>[]> {
  if (groups.length === 0) return []
  const newestNotifications = await newestRows(db, {
    userId: viewer.id,
    groups: padded(groups.map(({ number }) => number)),
    faces: limits.notifiedFaces,
  })
  const thingOf = await readThings(db, viewer, newestNotifications)
  const byGroup = groupBy(newestNotifications, ({ groupId }) => groupId)
  return groups.flatMap(({ number, position }) => {
    const notifications = byGroup.get(number) ?? []
    const subject = notifications[0] && thingOf(notifications[0])
    return subject ? [groupOf({ id: number, position }, notifications, subject)] : []
  })
}

function groupOf(
  key: { id: number; position: number },
  notifications: readonly Found[],
  subject: Subject,
): Omit<NotificationGroup, 'unread'> {
  const { kind, commentId, logId, listId, detail, createdAt, total } = notifications[0]!
  const people = new Map(
    notifications.flatMap(({ nickname, avatar }) =>
      nickname === null ? [] : [[nickname, { nickname, avatar }]],
    ),
  )
  const canMute = commentId !== null && causeOf(kind)?.thread !== undefined
  return {
    ...key,
    ...subject,
    kind,
    at: createdAt.toISOString(),
    count: total,
    people: [...people.values()],
    comment: total === 1 || kind === 'likeComment' ? commentId : null,
    thread: canMute ? (listId === null ? { review: logId! } : { list: listId }) : null,
    detail: detail === null ? null : (JSON.parse(detail) as NotificationDetail),
  }
}

export async function readRowsAlone(
  db: Tx,
  viewer: { id: number },
  keys: readonly { position: number }[],
): Promise<Omit<NotificationGroup, 'unread'>[]> {
  const positions = keys.map(({ position }) => position)
  const notifications = await rows(
    db,
    kysely
      .selectFrom('Notification as n')
      .leftJoin('User as u', 'u.id', 'n.actorId')
      .select([
        'n.position as groupId',
        'n.position',
        'n.kind',
        'n.logId',
        'n.listId',
        'n.commentId',
        'n.detail',
      ])
      .select(['n.createdAt', 'u.nickname', 'u.avatar'])
      .where('n.userId', '=', viewer.id)
      .where('n.position', 'in', positions)
      .where((eb) => eb.or([eb('n.actorId', 'is', null), eb('u.disabledAt', 'is', null)]))
      .orderBy('n.position', 'desc'),
  )
  const each = notifications.map((row): Found => ({ ...row, kind: row.kind as NotificationKind, total: 1 }))
  const thingOf = await readThings(db, viewer, each)
  return each.flatMap((row) => {
    const subject = thingOf(row)
    return subject ? [groupOf({ id: row.position, position: row.position }, [row], subject)] : []
  })
}

/** `thing` is null if there is only an actor. */
type Subject = { thing: NotificationThing | null; own: boolean }

/** The returned function returns null for a thing that the viewer cannot see. */
async function readThings(db: Tx, viewer: { id: number }, notifications: readonly Found[]) {
  const ids = (values: (number | null)[]) => unique(values.filter((id) => id !== null))
  const [logIds, listIds] = [
    ids(notifications.map(({ logId }) => logId)),
    ids(notifications.map(({ listId }) => listId)),
  ]
  const logs = logIds.length === 0 ? [] : await rows(db, logsOf(viewer.id, logIds))
  const lists = listIds.length === 0 ? [] : await rows(db, listsOf(viewer.id, listIds))
  const reviews = new Map(
    logs.map(({ id, artist, name, image, year, ownerId, owner }): [number, Subject] => [
      id,
      {
        thing: { type: 'review', id, album: { artist, name, image, year }, owner },
        own: ownerId === viewer.id,
      },
    ]),
  )
  const listsById = new Map(
    lists.map(({ id, name, ownerId, owner }): [number, Subject] => [
      id,
      { thing: { type: 'list', id, name, owner }, own: ownerId === viewer.id },
    ]),
  )
  return ({ logId, listId }: Found): Subject | null => {
    if (logId !== null) return reviews.get(logId) ?? null
    return listId === null ? { thing: null, own: false } : (listsById.get(listId) ?? null)
  }
}

const logsOf = (viewerId: number, ids: number[]) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['l.id', 'a.artist', 'a.name', 'a.image', 'a.year', 'u.id as ownerId', 'u.nickname as owner'])
    .where('l.id', 'in', ids)
    .where('l.reviewedAt', 'is not', null)
    .where(isShownTo(viewerId))

const listsOf = (viewerId: number, ids: number[]) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.name', 'u.id as ownerId', 'u.nickname as owner'])
    .where('l.id', 'in', ids)
    .where(isShownTo(viewerId))
