import { z } from 'zod'
import { limits } from './limits.ts'
import { rowId } from './page.ts'
import { texts } from './texts.ts'

const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+$/)

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
}

const passkeyUse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(200)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
})
export type PasskeyUse = z.infer<typeof passkeyUse>

const passkeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(40_000),
    transports: z
      .array(
        z
          .string()
          .max(20)
          .regex(/^[a-z-]+$/),
      )
      .max(8)
      .optional()
      .catch(undefined),
  }),
})

/** Users with neither a password nor a passkey need a fresh sign-in. */
export const proofInput = z.object({
  password: z.string().max(limits.password.max, texts.auth.wrongPassword).default(''),
  passkey: passkeyUse.optional(),
})
export type ProofInput = z.infer<typeof proofInput>

export const passkeyLoginInput = z.object({ passkey: passkeyUse })
export type PasskeyLoginInput = z.infer<typeof passkeyLoginInput>

/** A blank name is replaced by the device's name. */
export const addPasskeyInput = z.object({
  name: z.string().trim().max(limits.passkeyName, texts.passkeys.nameLong),
  passkey: passkeyMade,
})
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>

export const removePasskeyInput = proofInput.extend({ id: rowId })
export type RemovePasskeyInput = z.infer<typeof removePasskeyInput>

export type OwnPasskey = { id: number; name: string; createdAt: string; lastUsedAt: string | null }

export type OwnPasskeys = { passkeys: OwnPasskey[]; device: string }
