import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import type { PasskeyUse } from '../../shared/passkeys.ts'
import { countPasskeyUse } from '../auth/passkeyRows.ts'
import type { Deps } from '../core/deps.ts'
import { forbidden, invalid } from '../lib/errors.ts'
import { relyingParty, type RelyingParty } from '../lib/relyingParty.ts'

/** A challenge is bound to the session or, if not signed in, to a cookie. */
export type Purpose = 'login' | 'prove' | 'add'

/** @throws forbidden if passkeys are not possible here */
export function partyOf({ settings }: Pick<Deps, 'settings'>): RelyingParty {
  const party = relyingParty(settings)
  if (!party) throw forbidden('passkeys.notHere')
  return party
}

/** Allows one of `credentials`, or any passkey that the user chooses. @throws unavailable */
export async function askToUse(
  deps: Pick<Deps, 'settings' | 'challenges'>,
  { purpose, binding, credentials }: { purpose: Purpose; binding: string; credentials?: Credential[] },
) {
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: partyOf(deps).id,
    challenge: bytesOf(await deps.challenges.issue(purpose, binding)),
    userVerification: 'required',
    ...(credentials && { allowCredentials: credentials.map(describe) }),
  })
  return options
}

/** The library needs bytes: it would encode a challenge that is a string once more. */
export const bytesOf = (challenge: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(challenge, 'base64url'))

type Credential = { credentialId: Uint8Array; transports: string }
export const describe = ({ credentialId, transports }: Credential) => ({
  id: Buffer.from(credentialId).toString('base64url'),
  ...(transports && { transports: transports.split(',') as ('internal' | 'hybrid')[] }),
})

const clientData = z.object({ challenge: z.string() })

/** @throws invalid if the challenge is unknown, used or expired; unavailable */
export async function spendChallenge(
  { challenges }: Pick<Deps, 'challenges'>,
  { purpose, binding, clientDataJSON }: { purpose: Purpose; binding: string; clientDataJSON: string },
): Promise<string> {
  const { challenge } = readClientData(clientDataJSON)
  if (!(await challenges.spend(purpose, binding, challenge))) throw invalid('passkeys.over')
  return challenge
}

function readClientData(text: string): z.infer<typeof clientData> {
  try {
    return clientData.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid('passkeys.refused')
  }
}

/**
 * Requires that the device recognized its user. A counter that does not increase means that the passkey was copied.
 * @throws invalid; unavailable
 */
export async function verifyUse(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'challenges'>,
  { purpose, binding, use }: { purpose: Purpose; binding: string; use: PasskeyUse },
): Promise<{ userId: number }> {
  const { id: rpID, origin } = partyOf(deps)
  const { clientDataJSON, userHandle, ...signed } = use.response
  const challenge = await spendChallenge(deps, { purpose, binding, clientDataJSON })
  const passkey = await deps.db.passkey.findUnique({
    where: { credentialId: bytesOf(use.id) },
    include: { user: { select: { passkeyHandle: true } } },
  })
  if (!passkey) throw invalid('passkeys.refused')
  const handle = Buffer.from(passkey.user.passkeyHandle ?? []).toString('base64url')
  if (userHandle === undefined ? purpose === 'login' : userHandle !== handle)
    throw invalid('passkeys.refused')
  const verified = await verifyAuthenticationResponse({
    response: { ...use, clientExtensionResults: {}, response: { clientDataJSON, ...signed } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: use.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified || !verified.authenticationInfo.userVerified) throw invalid('passkeys.refused')
  const { id, counter: storedCounter } = passkey
  const { newCounter: reportedCounter } = verified.authenticationInfo
  const isCounted = await countPasskeyUse(deps.db, {
    id,
    from: storedCounter,
    to: reportedCounter,
    at: deps.now(),
  })
  if (!isCounted) throw invalid('passkeys.refused')
  return { userId: passkey.userId }
}
