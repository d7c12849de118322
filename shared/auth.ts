import { z } from 'zod'
import { limits } from './limits.ts'
import { proofInput } from './passkeys.ts'
import { texts } from './texts.ts'
import { newNickname, type UserCard } from './users.ts'

/** E-mail addresses are kept lower-cased and trimmed. */
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
    /** the code of an invitation, where registration is by invitation */
    invite: inviteCode.optional(),
    /** the form's second field; callers without a form may leave it out */
    confirmPassword: z.string().optional(),
  })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password, {
    path: ['confirmPassword'],
    message: texts.auth.passwordsDiffer,
    // Without this, zod 4 only compares once every other field is right.
    when: ({ value }) => typeof (value as { password?: unknown } | null)?.password === 'string',
  })
export type RegisterInput = z.infer<typeof registerInput>

/** An identifier with an '@' is an e-mail address, else a nickname. */
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

/** Whether a login identifier means an e-mail address. */
export const isEmail = (identifier: string): boolean => identifier.includes('@')

const givenPassword = z.string().max(limits.password.max, texts.auth.wrongPassword)

export const changePasswordInput = z.object({
  current: givenPassword.min(1, texts.auth.passwordRequired),
  next: newPassword,
})
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

export const changeEmailInput = proofInput.extend({ email, password: givenPassword })
export type ChangeEmailInput = z.infer<typeof changeEmailInput>

/** Token of the link /confirm#… that a mail brings. */
export const emailLinkInput = z.object({ token: z.string().max(200, texts.auth.resetLinkOver) })
export type EmailLinkInput = z.infer<typeof emailLinkInput>

/** The effect of a link: it confirms the account's own address, or makes `address` the account's. */
export type EmailLinkView = { purpose: 'confirm' | 'change'; address: string; nickname: string }

/** The viewer's own address. `pending`: the one that takes its place once its link is opened. */
export type OwnEmail = { address: string; confirmed: boolean; pending: string | null }

/** The token of the link /reset#… that an operator hands out, or a mail brings. */
export const resetPasswordInput = z.object({
  token: z.string().max(200, texts.auth.resetLinkOver),
  password: newPassword,
})
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>

export const endSessionInput = z.object({ id: z.string().max(64) })

/** A session of the viewer's own. The id serves to end it and says nothing else. */
export type OwnSession = {
  id: string
  /** the browser or program and the system, in words */
  device: string
  createdAt: string
  /** exact to ten minutes */
  lastSeenAt: string
  /** the session that asks */
  current: boolean
}

/** Who may make an account: anybody, people with an invitation, nobody. */
type Registration = 'open' | 'invite' | 'closed'

/** How one can sign in here. */
export type SignInOptions = {
  google: boolean
  password: boolean
  /** whether mail goes out: a forgotten password can be mended without the operator */
  mail: boolean
  registration: Registration
  /** an e-mail address or https address of the operator */
  contact: string | null
  /** the only origin at which passkeys are taken; null where there can be none */
  passkeys: string | null
}

/** How the viewer signs in. Without a password, deleting the account asks for a sign-in that is still fresh. */
export type SignInMeans = { password: boolean; google: boolean; fresh: boolean }

/** The codes with which a sign-in with Google that came to nothing leads to /login?error=…; the texts are texts.google. */
export type GoogleProblem = keyof typeof texts.google

/** The signed-in person as they see themselves. */
export type Viewer = UserCard & { bio: string | null; isModerator?: true }
