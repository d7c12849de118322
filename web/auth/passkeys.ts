import { TRPCClientError } from '@trpc/client'
import { texts } from '../../shared/texts.ts'
import { errorText, trpcClient } from '../lib/trpc.ts'
import { useSignInOptions } from './GoogleButton.tsx'

/** Whether passkeys are for this very page, in this browser. Not for what the server draws. */
export function useHasPasskeys(): boolean {
  const options = useSignInOptions()
  return options?.passkeys === location.origin && 'PublicKeyCredential' in window
}

// The browser's part of the library is loaded when a passkey is used.
const library = () => import('@simplewebauthn/browser')

/** Has the person use any passkey of theirs to sign in; gives who they are. @throws when nothing came of it */
export async function loginWithPasskey() {
  const { startAuthentication } = await library()
  const optionsJSON = await trpcClient.passkeys.beginLogin.mutate()
  return await trpcClient.passkeys.login.mutate({ passkey: await startAuthentication({ optionsJSON }) })
}

/** Has the viewer use one of their passkeys to prove who they are. @throws when nothing came of it */
export async function proveByPasskey() {
  const { startAuthentication } = await library()
  return await startAuthentication({ optionsJSON: await trpcClient.passkeys.beginProof.mutate() })
}

type Proof = Parameters<typeof trpcClient.passkeys.beginAdding.mutate>[0]

/** Makes a passkey for the viewer, who has proven themselves. @throws when nothing came of it */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const { startRegistration } = await library()
  const optionsJSON = await trpcClient.passkeys.beginAdding.mutate(proof)
  const passkey = await startRegistration({ optionsJSON })
  await trpcClient.passkeys.add.mutate({ name, passkey })
}

/** The text of a failure: the server's, or one for a closed browser dialog. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof TRPCClientError) return errorText(error)
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown ? texts.passkeys.known : texts.passkeys.cancelled
}
