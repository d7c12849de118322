import { z } from 'zod'
import { limits } from './limits.ts'
import { proofInput } from './passkeys.ts'
import { texts } from './texts.ts'
import { newNickname, type UserCard } from './users.ts'

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.email, texts.auth.emailInvalid)
  .pipe(z.email(texts.auth.emailInvalid))

const newPassword = z
  .string()
  .min(limits.password.min, texts.auth.passwordShort)
  .max(limits.password.max, texts.auth.passwordLong)

const inviteCode = z.string().max(200, texts.auth.invitationOver)
export const invitationInput = z.object({ code: inviteCode })

export const registerInput = z
  .object({
    username: newNickname,
    email,
    password: newPassword,
    /** required if registration is by invitation */
    invite: inviteCode.optional(),
    /** clients without a form can omit it */
    confirmPassword: z.string().optional(),
  })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password, {
    path: ['confirmPassword'],
    message: texts.auth.passwordsDiffer,
    // Without this, zod 4 compares the passwords only when every other field is valid.
    when: ({ value }) => typeof (value as { password?: unknown } | null)?.password === 'string',
  })
export type RegisterInput = z.infer<typeof registerInput>

/** An identifier with an '@' is an e-mail address; any other is a nickname. */
export const loginInput = z.object({
  identifier: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, texts.auth.identifierRequired)
    .max(limits.email, texts.auth.userNotFound),
  password: z.string().min(1, texts.auth.passwordRequired).max(limits.password.max, texts.auth.wrongPassword),
})
export type LoginInput = z.infer<typeof loginInput>

export const forgotPasswordInput = loginInput.pick({ identifier: true })
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>

export const isEmail = (identifier: string): boolean => identifier.includes('@')

const givenPassword = z.string().max(limits.password.max, texts.auth.wrongPassword)

export const changePasswordInput = z.object({
  current: givenPassword.min(1, texts.auth.passwordRequired),
  next: newPassword,
})
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

export const changeEmailInput = proofInput.extend({ email, password: givenPassword })
export type ChangeEmailInput = z.infer<typeof changeEmailInput>

export const emailLinkInput = z.object({ token: z.string().max(200, texts.auth.resetLinkOver) })
export type EmailLinkInput = z.infer<typeof emailLinkInput>

/** Effect of a link: it confirms the account's current address, or makes `address` the account's address. */
export type EmailLinkView = { purpose: 'confirm' | 'change'; address: string; nickname: string }

/** The viewer's own address. `pending` replaces it once its confirmation link is opened. */
export type OwnEmail = { address: string; confirmed: boolean; pending: string | null }

export const resetPasswordInput = z.object({
  token: z.string().max(200, texts.auth.resetLinkOver),
  password: newPassword,
})
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>

export const endSessionInput = z.object({ id: z.string().max(64) })

export type OwnSession = {
  id: string
  device: string
  createdAt: string
  /** accurate to ten minutes */
  lastSeenAt: string
  current: boolean
}

type Registration = 'open' | 'invite' | 'closed'

export type SignInOptions = {
  google: boolean
  password: boolean
  /** true if the server sends mail, so that users can reset a forgotten password without the operator */
  mail: boolean
  registration: Registration
  /** an e-mail address or https URL of the operator */
  contact: string | null
  /** the only origin that accepts passkeys; null if passkeys are not available */
  passkeys: string | null
}

/** Deleting an account without a password requires a fresh sign-in. */
export type SignInMeans = { password: boolean; google: boolean; fresh: boolean }

/** Codes of a failed sign-in with Google, in /login?error=…; the texts are texts.google. */
export type GoogleProblem = keyof typeof texts.google

export type Viewer = UserCard & {
  bio: string | null
  isModerator?: true
  isAdmin?: true
  /** absent until a new user has finished or skipped the welcome */
  isWelcomed?: true
}
