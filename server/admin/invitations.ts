import type { z } from 'zod'
import type { invitationInput, Invitations, inviteInput, NewInvitation } from '../../shared/admin.ts'
import { listInvitations, makeInvitation, revokeInvitation } from '../auth/invitations.ts'
import type { Deps } from '../core/deps.ts'
import { actAsAdmin, lineOf, type Request } from './acts.ts'

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
  const { deps } = request
  const { link, uses, expiresAt } = await actAsAdmin(request, async (tx) => {
    await deps.audit.write(tx, lineOf(request, 'admin.invite', { detail: options }))
    return await makeInvitation({ ...deps, db: tx }, options)
  })
  return { link, uses, expiresAt: expiresAt.toISOString() }
}

export async function revoke(request: Request, { id }: z.output<typeof invitationInput>): Promise<null> {
  return await actAsAdmin(request, async (tx) => {
    const line = lineOf(request, 'admin.revoke-invitation', { detail: { invitation: id } })
    if (await revokeInvitation({ db: tx }, id)) await request.deps.audit.write(tx, line)
    return null
  })
}
