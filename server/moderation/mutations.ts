import type { z } from 'zod'
import type { AlbumRef } from '../../shared/catalog.ts'
import { threadOf } from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import type { ownReportInput, OwnReport, Reported, reportInput } from '../../shared/moderation.ts'
import type { ReportedThing } from '../../shared/moderationKinds.ts'
import { getPlace } from '../access/threads.ts'
import { findAlbum } from '../catalog/albums.ts'
import { findComment } from '../comments/view.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, newReports } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { violatedIndex, type Tx } from '../lib/db.ts'
import { conflict, DomainError, invalid, notFound } from '../lib/errors.ts'
import { noticesOfReports } from '../notifications/causes.ts'
import { notify } from '../notifications/write/notify.ts'
import { findPerson } from '../users/queries.ts'
import { excerptOf, readThing } from './snapshot.ts'

type Named = { thing: ReportedThing; id: number }

/**
 * Stores a snapshot of the current content.
 * @throws notFound for a thing that the viewer cannot see or that does not exist; conflict while their earlier report is open;
 * invalid for their own thing; tooMany
 */
export async function sendReport(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  { thing: reported, reason, note }: z.output<typeof reportInput>,
): Promise<{ id: number }> {
  try {
    return await limited(deps, viewer, (spend) =>
      change(deps, async (write) => {
        const { thing, id } = await findShown(write.tx, viewer, reported)
        const current = await readThing(write.tx, thing, id)
        if (!current) throw missing(reported)
        const { snapshot, ownerId } = current
        if (ownerId === viewer.id) throw invalid('moderation.own')
        const place = { reporterId: viewer.id, thing, thingId: id }
        if (await write.tx.report.findFirst({ where: { ...place, isOpen: true } }))
          throw conflict('moderation.alreadyReported')
        await spend(newReports)
        const texts = { reason, note, snapshot: JSON.stringify(snapshot), excerpt: excerptOf(snapshot) }
        const data = { ...place, ...texts, subjectId: ownerId, createdAt: write.now }
        const report = await write.tx.report.create({
          data,
          select: { id: true, reporterId: true, subjectId: true },
        })
        await notify(write, await noticesOfReports(write.tx, [report]))
        write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
        return { id: report.id }
      }),
    )
  } catch (error) {
    // A concurrent request was faster.
    if (violatedIndex(error)?.includes('reporterId')) throw conflict('moderation.alreadyReported')
    throw error
  }
}

export async function getOwnReport(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { thing: reported }: z.output<typeof ownReportInput>,
): Promise<OwnReport> {
  const target = await findTarget(db, reported)
  // Otherwise a report would lead to the present name of somebody who blocked the viewer.
  if (!target || (target.thing === 'account' && !(await mayReport(db, viewer.id, target.id)))) return null
  const report = await db.report.findFirst({
    where: { reporterId: viewer.id, thing: target.thing, thingId: target.id },
    orderBy: { id: 'desc' },
    select: { isOpen: true },
  })
  return report && { state: report.isOpen ? 'open' : 'closed' }
}

const missing = (reported: Reported): DomainError => {
  if ('account' in reported) return notFound('users.notFound', 'nickname')
  if ('review' in reported) return notFound('logs.reviewNotFound')
  if ('album' in reported) return notFound('catalog.albumNotFound', 'album')
  return notFound('list' in reported ? 'lists.notFound' : 'comments.notFound')
}

async function findTarget(db: Tx, reported: Reported): Promise<Named | null> {
  if ('account' in reported) return await accountNamed(db, reported.account)
  return 'album' in reported ? await addedAlbum(db, reported.album) : numberOf(reported)
}

/** Other albums are nobody's. */
async function addedAlbum(db: Tx, ref: AlbumRef): Promise<Named | null> {
  const found = await findAlbum({ db }, ref)
  const album = found && (await db.album.findFirst({ where: { id: found.id, addedById: { not: null } } }))
  return album && { thing: 'album', id: album.id }
}

async function accountNamed(db: Tx, nickname: string): Promise<Named | null> {
  const person = await findPerson({ db: db as Deps['db'] }, nickname)
  return person && !person.disabledAt ? { thing: 'account', id: person.id } : null
}

const numberOf = (reported: Exclude<Reported, { account: string } | { album: AlbumRef }>): Named =>
  'review' in reported
    ? { thing: 'review', id: reported.review }
    : 'list' in reported
      ? { thing: 'list', id: reported.list }
      : { thing: 'comment', id: reported.comment }

/** Visibility to the viewer is checked. @throws notFound */
async function findShown(tx: Tx, viewer: SignedIn, reported: Reported): Promise<Named> {
  if ('account' in reported) {
    const account = await accountNamed(tx, reported.account)
    if (!account || !(await mayReport(tx, viewer.id, account.id))) throw missing(reported)
    return account
  }
  if ('album' in reported) {
    const album = await addedAlbum(tx, reported.album)
    if (!album) throw missing(reported)
    return album
  }
  const target = numberOf(reported)
  if ('comment' in reported) {
    const row = await tx.comment.findUnique({
      where: { id: target.id },
      select: { listId: true, logId: true },
    })
    if (!row || !(await findComment(tx, viewer, target.id))) throw missing(reported)
    await getPlace(tx, viewer, threadOf(row)).catch((error: unknown) => {
      throw error instanceof DomainError ? missing(reported) : error
    })
  } else await getPlace(tx, viewer, reported)
  return target
}

/**
 * Users whom the viewer has blocked can be reported, from the list of blocked users; those who blocked the viewer are not found.
 */
async function mayReport(tx: Tx, viewerId: number, subjectId: number): Promise<boolean> {
  const blocks = await tx.block.findMany({
    where: {
      OR: [
        { blockerId: viewerId, blockedId: subjectId },
        { blockerId: subjectId, blockedId: viewerId },
      ],
    },
    select: { blockerId: true },
  })
  return blocks.length === 0 || blocks.some(({ blockerId }) => blockerId === viewerId)
}
