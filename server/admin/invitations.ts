import type { z } from 'zod'
import type { invitationInput, Invitations, inviteInput, NewInvitation } from '../../shared/admin.ts'
import { listInvitations, makeInvitation, revokeInvitation } from '../auth/invitations.ts'
import type { Deps } from '../core/deps.ts'
import { lineOf, type Request } from './acts.ts'

export async function getInvitations(deps: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<Invitations> {
  const invitations = await listInvitations(deps)
  return {
    registration: deps.settings.REGISTRATION,
    invitations: invitations.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt.toISOString() })),
  }
}

export async function invite(
  request: Request,
  options: z.output<typeof inviteInput>,
): Promise<NewInvitation> {
  const { audit } = request.deps
  const { link, uses, expiresAt } = await makeInvitation(request.deps, options)
  audit.note(lineOf(request, 'admin.invite', { detail: options }))
  await audit.flush()
  return { link, uses, expiresAt: expiresAt.toISOString() }
}

export async function revoke(request: Request, { id }: z.output<typeof invitationInput>): Promise<null> {
  const { audit } = request.deps
  if (await revokeInvitation(request.deps, id)) {
    audit.note(lineOf(request, 'admin.revoke-invitation', { detail: { invitation: id } }))
    await audit.flush()
  }
  return null
}
