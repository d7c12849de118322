import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { limits } from '../../shared/limits.ts'
import type { AddPasskeyInput, ProofInput, RemovePasskeyInput } from '../../shared/passkeys.ts'
import type { Texts } from '../../shared/texts.ts'
import { addPasskeyRow, deletePasskey } from '../auth/passkeyRows.ts'
import { lockSession } from '../auth/sessions.ts'
import type { Caller } from '../auth/signIn.ts'
import { deviceOf } from '../auth/userAgent.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, passkeyCeremonies } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { transaction, violatedIndex } from '../lib/db.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { handleOf } from '../users/handle.ts'
import { askToUse, bytesOf, describe, partyOf, spendChallenge } from './ceremony.ts'
import { bindingOf, proveSelf } from './proof.ts'

type Asker = Pick<Caller, 'caller'>

const ownOf = ({ db }: Pick<Deps, 'db'>, { id }: SignedIn) =>
  db.passkey.findMany({ where: { userId: id }, select: { credentialId: true, transports: true } })

/** @throws forbidden; tooMany; unavailable */
export async function beginProof(deps: Deps, viewer: SignedIn) {
  await deps.limit(passkeyCeremonies).take(keyOf(viewer))
  const credentials = await ownOf(deps, viewer)
  return await askToUse(deps, { purpose: 'prove', binding: bindingOf(viewer), credentials })
}

/** @throws as proveSelf; conflict; tooMany */
export async function beginAdding(deps: Deps, request: Asker, viewer: SignedIn, proof: ProofInput) {
  const { id: rpID } = partyOf(deps)
  await deps.limit(passkeyCeremonies).take(keyOf(viewer))
  await proveSelf(deps, request, viewer, proof)
  const ownPasskeys = await ownOf(deps, viewer)
  if (ownPasskeys.length >= limits.passkeys) throw conflict('passkeys.tooMany')
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpID,
    rpName: 'Plak',
    userID: await handleOf(deps, viewer.id),
    userName: viewer.view.nickname,
    userDisplayName: viewer.view.nickname,
    challenge: bytesOf(await deps.challenges.issue('add', bindingOf(viewer))),
    attestationType: 'none',
    excludeCredentials: ownPasskeys.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options
}

/** An empty name becomes the name of the device. @throws invalid; conflict; unavailable */
export async function addPasskey(
  deps: Deps,
  { caller }: Asker,
  viewer: SignedIn,
  { name, passkey }: AddPasskeyInput,
  texts: Texts,
): Promise<null> {
  const { id: rpID, origin } = partyOf(deps)
  const { clientDataJSON, transports } = passkey.response
  // Only a user who proved their identity in this session has such a challenge.
  const expectedChallenge = await spendChallenge(deps, {
    purpose: 'add',
    binding: bindingOf(viewer),
    clientDataJSON,
  })
  const verified = await verifyRegistrationResponse({
    response: {
      ...passkey,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject: passkey.response.attestationObject },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw invalid('passkeys.refused')
  const { credential } = verified.registrationInfo
  const row = {
    credentialId: bytesOf(credential.id),
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: (transports ?? []).join(','),
    name: name || deviceOf(caller.userAgent, texts).slice(0, limits.passkeyName),
    createdAt: deps.now(),
  }
  try {
    await transaction(deps.db, async (tx) => {
      const user = await lockSession(tx, viewer)
      if ((await tx.passkey.count({ where: { userId: viewer.id } })) >= limits.passkeys)
        throw conflict('passkeys.tooMany')
      await addPasskeyRow({ tx }, user, row)
    })
  } catch (error) {
    if (violatedIndex(error) !== null) throw conflict('passkeys.known')
    throw error
  }
  deps.audit.note({ event: 'passkey.added', actor: viewer.id, address: caller.address })
  return null
}

/** @throws as proveSelf; notFound */
export async function removePasskey(
  deps: Deps,
  request: Asker,
  viewer: SignedIn,
  { id, ...proof }: RemovePasskeyInput,
): Promise<null> {
  await proveSelf(deps, request, viewer, proof)
  if (!(await deletePasskey(deps.db, { id, userId: viewer.id }))) throw notFound('passkeys.gone')
  deps.audit.note({ event: 'passkey.removed', actor: viewer.id, address: request.caller.address })
  return null
}
