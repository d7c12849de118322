import { TRPCClientError } from '@trpc/client'
import { texts } from '../../shared/texts.ts'
import { errorText, trpcClient } from '../lib/trpc.ts'
import { useSignInOptions } from './GoogleButton.tsx'

/** True if passkeys are configured for this origin and the browser supports them. Not for server rendering. */
export function useHasPasskeys(): boolean {
  const options = useSignInOptions()
  return options?.passkeys === location.origin && 'PublicKeyCredential' in window
}

const library = () => import('@simplewebauthn/browser')

/** @throws if cancelled or rejected */
export async function loginWithPasskey() {
  const { startAuthentication } = await library()
  const optionsJSON = await trpcClient.passkeys.beginLogin.mutate()
  return await trpcClient.passkeys.login.mutate({ passkey: await startAuthentication({ optionsJSON }) })
}

/** @throws if cancelled or rejected */
export async function proveByPasskey() {
  const { startAuthentication } = await library()
  return await startAuthentication({ optionsJSON: await trpcClient.passkeys.beginProof.mutate() })
}

type Proof = Parameters<typeof trpcClient.passkeys.beginAdding.mutate>[0]

/** @throws if cancelled or rejected */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const { startRegistration } = await library()
  const optionsJSON = await trpcClient.passkeys.beginAdding.mutate(proof)
  const passkey = await startRegistration({ optionsJSON })
  await trpcClient.passkeys.add.mutate({ name, passkey })
}

export function passkeyProblem(error: unknown): string {
  if (error instanceof TRPCClientError) return errorText(error)
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown ? texts.passkeys.known : texts.passkeys.cancelled
}
