import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { newNickname, type UserCard } from './users.ts'

/** E-mail addresses are kept lower-cased and trimmed. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.email, messages.auth.emailInvalid)
  .pipe(z.email(messages.auth.emailInvalid))

const newPassword = z
  .string()
  .min(limits.password.min, messages.auth.passwordShort)
  .max(limits.password.max, messages.auth.passwordLong)

export const registerInput = z
  .object({
    username: newNickname,
    email,
    password: newPassword,
    /** the form's second field; callers without a form may leave it out */
    confirmPassword: z.string().optional(),
  })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password, {
    path: ['confirmPassword'],
    message: messages.auth.passwordsDiffer,
    // Without this, zod 4 only compares once every other field is right.
    when: ({ value }) => typeof (value as { password?: unknown } | null)?.password === 'string',
  })
export type RegisterInput = z.infer<typeof registerInput>

/** An identifier with an '@' is an e-mail address, else a nickname. */
export const loginInput = z.object({
  identifier: z.string().trim().toLowerCase().min(1, messages.auth.identifierRequired).max(limits.email, messages.auth.userNotFound),
  password: z.string().min(1, messages.auth.passwordRequired).max(limits.password.max, messages.auth.wrongPassword),
})
export type LoginInput = z.infer<typeof loginInput>

/** Whether a login identifier means an e-mail address. */
export const isEmail = (identifier: string): boolean => identifier.includes('@')

/** The signed-in person as he sees himself. */
export type Viewer = UserCard & { bio: string | null }
