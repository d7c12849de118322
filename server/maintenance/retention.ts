import { pruneNames } from '../account/deletedNames.ts'
import { pruneEmailLinks } from '../auth/emailLinks.ts'
import { pruneInvitations } from '../auth/invitations.ts'
import { pruneResetLinks } from '../auth/resetLinks.ts'
import { pruneSessions } from '../auth/sessions.ts'
import { pruneTokens } from '../auth/tokenRows.ts'
import { pruneAlbumChanges } from '../catalog/albumChanges.ts'
import { pruneAliases } from '../catalog/aliases.ts'
import { deleteOldRequests } from '../catalog/keyless/requests.ts'
import { pruneMerges } from '../catalog/merges.ts'
import { pruneAuditLines } from '../core/audit.ts'
import type { WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { deleteExpiredRequests } from '../follows/requests.ts'
import { pruneImports } from '../imports/retention.ts'
import type { Db } from '../lib/db.ts'
import { pruneRevisions } from '../lists/write/revisions.ts'
import { pruneEvents } from '../live/eventLog.ts'
import { pruneListeningChanges } from '../logs/write/listeningChanges.ts'
import { deleteExpiredMail } from '../mail/queue.ts'
import { deleteExpiredPushes } from '../notifications/delivery/pushQueue.ts'
import { deleteExpiredNotifications } from '../notifications/write/retention.ts'
import { deleteExpiredMutes } from '../people/mutes.ts'
import { deleteUnusedPictures } from '../pictures/store.ts'
import { deleteExpiredPrompts } from '../plays/prompts/dismiss.ts'
import { deleteExpiredPlays } from '../plays/write/remove.ts'
import { pruneAuthorizations } from '../spotify/connect.ts'
import { deleteOldSubmissions } from '../submissions/submissions.ts'

const HOUR = 60 * 60 * 1_000

export type Tidied = Record<
  | 'sessions'
  | 'tokens'
  | 'links'
  | 'invitations'
  | 'authorizations'
  | 'auditLines'
  | 'events'
  | 'revisions'
  | 'aliases'
  | 'merges'
  | 'mails'
  | 'pushes'
  | 'uploads'
  | 'importRows'
  | 'notifications'
  | 'requests'
  | 'mutes'
  | 'submissions'
  | 'names'
  | 'pictures'
  | 'lookUps'
  | 'changes'
  | 'plays'
  | 'prompts',
  number
>

/** Processes large tables in small steps, until the signal is aborted. */
export async function tidy(deps: WriteDeps & Pick<Deps, 'settings'>, signal?: AbortSignal): Promise<Tidied> {
  const { db, settings } = deps
  const resetLinks = await pruneResetLinks(deps)
  const eventsEnd = new Date(deps.now().getTime() - settings.EVENTS_KEEP_HOURS * HOUR)
  const emailLinks = await pruneEmailLinks(deps)
  const invitations = await pruneInvitations(deps)
  return {
    sessions: await pruneSessions(deps),
    tokens: await pruneTokens(deps),
    links: resetLinks + emailLinks,
    invitations,
    authorizations: await pruneAuthorizations(deps),
    auditLines: await pruneAuditLines(deps),
    events: await pruneEvents(db, eventsEnd, signal),
    // Revisions hold former contents of lists, as events do, so the same period applies.
    revisions: await pruneRevisions(deps, eventsEnd),
    aliases: await pruneAliases(deps, signal),
    merges: await pruneMerges(deps, signal),
    mails: await deleteExpiredMail(deps),
    pushes: await deleteExpiredPushes(deps),
    ...(await pruneImports(deps, signal)),
    notifications: await deleteExpiredNotifications(deps, signal),
    requests: await deleteExpiredRequests(deps),
    mutes: await deleteExpiredMutes(deps),
    submissions: await deleteOldSubmissions(deps),
    names: await pruneNames(deps),
    pictures: await deleteUnusedPictures(deps, signal),
    lookUps: await deleteOldRequests(deps),
    changes: (await pruneAlbumChanges(deps)) + (await pruneListeningChanges(deps, signal)),
    prompts: await deleteExpiredPrompts(deps, signal),
    plays: await deleteExpiredPlays(deps, signal),
  }
}

export async function tidyAndRecord(
  deps: WriteDeps & Pick<Deps, 'settings' | 'log' | 'metrics'>,
  signal: AbortSignal,
): Promise<void> {
  const tidied = await tidy(deps, signal).catch((error: unknown) => {
    deps.metrics.tidied(null)
    throw error
  })
  deps.metrics.tidied(tidied)
  if (Object.values(tidied).some((count) => count > 0)) deps.log.info(tidied, 'deleted expired rows')
}

export async function lastTidied(db: Db): Promise<Date | null> {
  const job = await db.job.findFirst({ where: { kind: 'tidy' }, select: { doneAt: true } })
  return job?.doneAt ?? null
}
