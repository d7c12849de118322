import { texts } from '../../shared/texts.ts'
import { isInvalid, trpc } from '../lib/trpc.ts'

/** Returns whether registration is possible, with a notice if it is not; undefined until known. */
export function useRegistration(invite: string | null): { notice: string | null } | undefined {
  const options = trpc.auth.options.useQuery(undefined, { staleTime: Infinity })
  const mode = options.data?.registration
  const isAsked = mode === 'invite' && invite !== null
  const invitation = trpc.auth.invitation.useQuery({ code: invite ?? '' }, { enabled: isAsked })

  // On an error the form is shown: the server decides when it is submitted.
  if (options.isError) return { notice: null }
  if (mode === undefined) return undefined
  if (mode === 'closed') return { notice: texts.auth.registrationClosed }
  if (mode === 'invite' && invite === null) return { notice: texts.auth.registrationByInvitation }
  if (!isAsked) return { notice: null }
  if (invitation.isPending) return undefined
  const isOver = invitation.data?.good === false || isInvalid(invitation.error)
  return { notice: isOver ? texts.auth.invitationOver : null }
}
