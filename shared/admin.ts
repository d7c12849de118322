import { z } from 'zod'
import { email } from './auth.ts'
import { adminLimits, limits } from './limits.ts'
import { cursorInput, rowId, type Page } from './page.ts'
import { proofInput } from './passkeys.ts'
import { roles, type Role } from './roles.ts'
import { admin as texts } from './texts/default/admin.ts'
import { nicknameInput } from './users.ts'
import { writtenText } from './written.ts'

export const peopleInput = z.object({
  search: z.string().trim().max(limits.searchQuery).default(''),
  cursor: cursorInput,
})
export const personInput = nicknameInput

/** Acts on an account need the administrator's proof. */
export const accountActInput = proofInput.extend(nicknameInput.shape)
export const setRoleInput = accountActInput.extend({ role: z.enum(roles) })
export const disableInput = accountActInput.extend({
  reason: writtenText(limits.moderationReason).min(1, texts.reasonRequired),
})
export const setEmailInput = accountActInput.extend({ email })

const whole = (max: number, message: string) =>
  z.number(message).int(message).min(1, message).max(max, message)
export const inviteInput = z.object({
  uses: whole(limits.rowId, texts.usesInvalid).default(1),
  days: whole(adminLimits.invitationDays, texts.daysInvalid).default(7),
})
export const invitationInput = z.object({ id: rowId })

export const backupInput = z.object({ name: z.string().max(255) })
export const downloadInput = proofInput.extend(backupInput.shape)

export const announceInput = z.object({
  text: writtenText(adminLimits.announcement).min(1, texts.textRequired),
})

export const adminTrailInput = z.object({ cursor: cursorInput })

export type AdminPersonRow = { nickname: string; role: Role; isDisabled: boolean }
export type AdminPeople = Page<AdminPersonRow>

export type AdminPerson = {
  nickname: string
  email: string
  role: Role
  joinedAt: string
  lastSeenAt: string | null
  /** null while the account is enabled */
  disabled: { at: string; reason: string | null } | null
}

export type ResetLink = { link: string; expiresAt: string }

export type InvitationRow = { id: number; usesLeft: number; expiresAt: string }
export type Invitations = { registration: 'open' | 'invite' | 'closed'; invitations: InvitationRow[] }
export type NewInvitation = { link: string; uses: number; expiresAt: string }

/** `people` is null for a file that cannot be read, and for a backup of an earlier version. */
export type BackupRow = {
  name: string
  madeAt: string
  bytes: number
  people: number | null
  isReadable: boolean
}
export type Backups = { backups: BackupRow[] }
/** While `isRunning`, the same call waits for the same backup. */
export type NewBackup = { isRunning: boolean; name: string | null }
/** `problem` is null for a good backup. While `isRunning`, the same call waits for the same check. */
export type BackupCheck = { isRunning: boolean; problem: string | null }
/** The address works once, within a minute, for the session that asked for it. */
export type BackupDownload = { address: string }

export type Check = { about: string; state: 'ok' | 'warning' | 'broken'; said: string; mend?: string }
/** `count` rows of a kind of job. The times are null if it never ran, and if nothing is planned. */
export type JobRow = {
  kind: string
  count: number
  running: number
  failing: number
  doneAt: string | null
  dueAt: string | null
}
export type Overview = {
  /** the worst first */
  checks: Check[]
  versions: { name: string; version: string }[]
  /** the numbers of rows by their names, when large tables were counted and checked, and sizes in bytes */
  sizes: { counts: Record<string, number>; countedAt: string; databaseBytes: number; backupBytes: number }
  lastBackup: string | null
  jobs: JobRow[]
}

export type AdminTrailLine = {
  id: string
  at: string
  event: string
  times: number
  /** 'operator' for the command line */
  actor: string | null
  /** set if the actor is an account of this name */
  isAccount?: true
  subject: string | null
  address: string | null
  detail: Record<string, string | number | boolean | null> | null
}
export type AdminTrail = Page<AdminTrailLine>
