import type { z } from 'zod'
import type {
  accountActInput,
  disableInput,
  ResetLink,
  setEmailInput,
  setRoleInput,
} from '../../shared/admin.ts'
import type { ProofInput } from '../../shared/passkeys.ts'
import type { Acting } from '../account/acting.ts'
import {
  disableAccount,
  enableAccount,
  getAccount,
  makeResetLink,
  setEmail,
  setRole,
  signOutAccount,
} from '../account/operator.ts'
import { removeForGood, usualSize } from '../account/removal.ts'
import type { AuditLine } from '../core/audit.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { writeSuspension } from '../moderation/suspensions.ts'
import { proveSelf } from '../passkeys/proof.ts'
import { lockAdmin } from '../users/roles.ts'

// Acts of administrators on accounts. The operator's tasks do the same without a proof.

/** An administrator's request. */
export type Request = Pick<Context, 'deps' | 'caller'> & { viewer: SignedIn }

type Detail = AuditLine['detail']

export const lineOf = (
  { viewer, caller }: Request,
  event: AuditLine['event'],
  { subject = null, detail }: { subject?: number | null; detail?: Detail } = {},
): AuditLine => ({ event, actor: viewer.id, subject, address: caller.address, ...(detail && { detail }) })

/**
 * Runs what changes no account; it writes its line of the trail in the same transaction.
 * @throws notFound if the viewer is no longer an administrator
 */
export const actAsAdmin = <Result>(
  { deps, viewer }: Request,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  transaction(deps.db, async (tx) => {
    await lockAdmin(tx, viewer)
    return await work(tx)
  })

/**
 * Writes the line of the trail in the transaction of the act.
 * @throws as proveSelf; notFound, in the transaction, if the viewer is no longer an administrator
 */
async function prove(
  request: Request,
  proof: ProofInput,
  event: AuditLine['event'],
  { detailOf, also }: { detailOf?: (subject: { sessions: number }) => Detail; also?: Acting['after'] } = {},
): Promise<Acting> {
  const { deps, viewer } = request
  await proveSelf(deps, request, viewer, proof)
  return {
    before: (tx) => lockAdmin(tx, viewer),
    async after(write, subject) {
      await also?.(write, subject)
      const detail = detailOf?.(subject)
      const line = lineOf(request, event, { subject: subject.id, ...(detail && { detail }) })
      await deps.audit.write(write.tx, line)
    },
  }
}

export async function changeRole(
  request: Request,
  { nickname, role, ...proof }: z.output<typeof setRoleInput>,
): Promise<null> {
  const acting = await prove(request, proof, 'admin.role', { detailOf: () => ({ role }) })
  await setRole(request.deps, nickname, role, acting)
  return null
}

export async function disablePerson(
  request: Request,
  { nickname, reason, ...proof }: z.output<typeof disableInput>,
): Promise<null> {
  const acting = await prove(request, proof, 'admin.disable', {
    detailOf: ({ sessions }) => ({ sessions }),
    also: (write, { id }) => writeSuspension(write, { subjectId: id, adminId: request.viewer.id, reason }),
  })
  await disableAccount(request.deps, nickname, acting)
  return null
}

export async function enablePerson(
  request: Request,
  { nickname, ...proof }: z.output<typeof accountActInput>,
): Promise<null> {
  await enableAccount(request.deps, nickname, await prove(request, proof, 'admin.enable'))
  return null
}

export async function changePersonsEmail(
  request: Request,
  { nickname, email, ...proof }: z.output<typeof setEmailInput>,
): Promise<null> {
  await setEmail(request.deps, nickname, email, await prove(request, proof, 'admin.set-email'))
  return null
}

export async function signPersonOut(
  request: Request,
  { nickname, ...proof }: z.output<typeof accountActInput>,
): Promise<null> {
  const acting = await prove(request, proof, 'admin.sign-out', { detailOf: ({ sessions }) => ({ sessions }) })
  await signOutAccount(request.deps, nickname, acting)
  return null
}

/** @throws forbidden if the account is disabled */
export async function createResetLink(
  request: Request,
  { nickname, ...proof }: z.output<typeof accountActInput>,
): Promise<ResetLink> {
  const acting = await prove(request, proof, 'admin.reset-link')
  const { link, expiresAt } = await makeResetLink(request.deps, nickname, acting)
  return { link, expiresAt: expiresAt.toISOString() }
}

/** An account with much data is hidden at once, and deleted in the background. */
export async function deletePerson(
  request: Request,
  { nickname, ...proof }: z.output<typeof accountActInput>,
): Promise<null> {
  const { deps } = request
  const acting = await prove(request, proof, 'admin.delete')
  const { id } = await getAccount(deps, nickname)
  await removeForGood(deps, id, (rest) => deps.jobs.start(rest), { ...usualSize, acting })
  return null
}
