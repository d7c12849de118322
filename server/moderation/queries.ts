import type { z } from 'zod'
import { limits } from '../../shared/limits.ts'
import type {
  Present,
  ReportPage,
  reportIdInput,
  reportsInput,
  ReportView,
  Snapshot,
} from '../../shared/moderation.ts'
import { readNames } from '../account/deletedNames.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { notFound } from '../lib/errors.ts'
import { pageOf } from '../lib/keyset.ts'
import { countAll, kysely, rows } from '../lib/sql.ts'
import { canModerate } from '../users/roles.ts'
import { readState } from './actions.ts'
import { actionView, circumstancesOf, isOfReport } from './decisions.ts'
import type { Found } from './snapshot.ts'

const EARLIER = 50

/** Leaves out reports about the moderator. */
export async function countOpen({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<{ open: number }> {
  return { open: await db.report.count({ where: { isOpen: true, subjectId: { not: viewer.id } } }) }
}

export async function listReports(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { state, reason, thing, cursor }: z.output<typeof reportsInput>,
): Promise<ReportPage> {
  const beforeId = /^\d{1,10}$/.test(cursor ?? '') ? Number(cursor) : null
  const reports = await rows(
    db,
    kysely
      .selectFrom('Report as r')
      .innerJoin('User as u', 'u.id', 'r.subjectId')
      .select([
        'r.id',
        'r.thing',
        'r.reason',
        'r.createdAt',
        'r.isOpen',
        'r.excerpt',
        'u.nickname',
        'u.avatar',
      ])
      .select((eb) =>
        eb
          .selectFrom('Report as o')
          .select(countAll)
          .whereRef('o.thing', '=', 'r.thing')
          .whereRef('o.thingId', '=', 'r.thingId')
          .where('o.isOpen', '=', true)
          .$asScalar()
          .$notNull()
          .as('open'),
      )
      .where('r.subjectId', '!=', viewer.id)
      .$if(state !== 'all', (query) =>
        state === 'open' ? query.where('r.isOpen', '=', true) : query.where('r.isOpen', 'is', null),
      )
      .$if(Boolean(reason), (query) => query.where('r.reason', '=', reason!))
      .$if(Boolean(thing), (query) => query.where('r.thing', '=', thing!))
      .$if(beforeId !== null, (query) => query.where('r.id', '<', beforeId!))
      .orderBy('r.id', 'desc')
      .limit(limits.reportsPage + 1),
  )
  const { page, next } = pageOf(reports, limits.reportsPage, ({ id }) => String(id))
  return {
    items: page.map(({ nickname, avatar, createdAt, isOpen, ...row }) => ({
      ...row,
      subject: { nickname, avatar },
      createdAt: createdAt.toISOString(),
      isOpen: Boolean(isOpen),
    })),
    next,
  }
}

/** In a closed report, nothing is readable that its owner has narrowed to 'Only me'. */
const presentOf = ({ snapshot, hidden, level, audience }: Found, isOpen: boolean): Present =>
  isOpen || audience !== 'me' ? { snapshot, hidden, level } : { snapshot: null, hidden, level: audience }

/** @throws notFound, also for a report about the moderator */
export async function getReport(
  deps: Pick<Deps, 'db' | 'seal' | 'now'>,
  viewer: SignedIn,
  { id }: z.output<typeof reportIdInput>,
): Promise<ReportView> {
  const { db } = deps
  const report = await db.report.findUnique({
    where: { id },
    include: { reporter: { select: { nickname: true, avatar: true } } },
  })
  if (!report || report.subjectId === viewer.id) throw notFound('moderation.notFound')
  const { subjectId } = report
  const { now: current, subject, isViewerAdmin, possible, seen } = await readState(db, viewer, report)
  const [actions, earlierActions, openCount, closedCount] = await Promise.all([
    db.moderationAction.findMany({ where: { reportId: id }, orderBy: { id: 'desc' } }),
    db.moderationAction.findMany({
      where: { subjectId, reportId: { not: id } },
      orderBy: { id: 'desc' },
      take: EARLIER,
    }),
    db.report.count({ where: { subjectId, isOpen: true } }),
    db.report.count({ where: { subjectId, isOpen: null } }),
  ])
  const names = await readNames(
    deps,
    [...actions, ...earlierActions].map(({ moderatorId }) => moderatorId),
  )
  const eyes = circumstancesOf({ viewer, isViewerAdmin, subject, now: deps.now() })
  return {
    id,
    thing: report.thing,
    subject: { nickname: subject.nickname, avatar: subject.avatar },
    reporter: report.reporter,
    reason: report.reason,
    note: report.note,
    createdAt: report.createdAt.toISOString(),
    isOpen: report.isOpen === true,
    snapshot: JSON.parse(report.snapshot) as Snapshot,
    now: current && presentOf(current, report.isOpen === true),
    actions: actions.filter(isOfReport).map((action) => actionView(action, names, eyes)),
    seen,
    possible,
    history: {
      joinedAt: subject.createdAt.toISOString(),
      isModerator: canModerate(subject.role),
      isDisabled: subject.disabledAt !== null,
      reports: { open: openCount, closed: closedCount },
      actions: earlierActions.filter(isOfReport).map((action) => actionView(action, names, eyes)),
    },
  }
}
