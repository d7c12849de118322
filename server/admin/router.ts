import * as shared from '../../shared/admin.ts'
import { saveSettingsInput, testMailInput } from '../../shared/adminSettings.ts'
import { router } from '../core/trpc.ts'
import { adminProcedure } from './access.ts'
import {
  changePersonsEmail,
  changeRole,
  createResetLink,
  deletePerson,
  disablePerson,
  enablePerson,
  signPersonOut,
} from './acts.ts'
import { announceToAll, countRecipients } from './announcements.ts'
import { allowDownload, backUp, checkNamed, listBackups } from './backups.ts'
import { getInvitations, invite, revoke } from './invitations.ts'
import { getOverview } from './overview.ts'
import { getPerson, listPeople } from './people.ts'
import { getAdminSettings, saveSettings } from './settings.ts'
import { sendTestMail } from './testMail.ts'
import { listAllLines } from './trail.ts'

export const adminRouter = router({
  overview: adminProcedure.query(({ ctx }) => getOverview(ctx.deps)),
  people: adminProcedure.input(shared.peopleInput).query(({ ctx, input }) => listPeople(ctx.deps, input)),
  person: adminProcedure.input(shared.personInput).query(({ ctx, input }) => getPerson(ctx.deps, input)),
  setRole: adminProcedure.input(shared.setRoleInput).mutation(({ ctx, input }) => changeRole(ctx, input)),
  disable: adminProcedure.input(shared.disableInput).mutation(({ ctx, input }) => disablePerson(ctx, input)),
  enable: adminProcedure.input(shared.accountActInput).mutation(({ ctx, input }) => enablePerson(ctx, input)),
  resetLink: adminProcedure
    .input(shared.accountActInput)
    .mutation(({ ctx, input }) => createResetLink(ctx, input)),
  setEmail: adminProcedure
    .input(shared.setEmailInput)
    .mutation(({ ctx, input }) => changePersonsEmail(ctx, input)),
  signOut: adminProcedure
    .input(shared.accountActInput)
    .mutation(({ ctx, input }) => signPersonOut(ctx, input)),
  delete: adminProcedure.input(shared.accountActInput).mutation(({ ctx, input }) => deletePerson(ctx, input)),
  invitations: adminProcedure.query(({ ctx }) => getInvitations(ctx.deps)),
  invite: adminProcedure.input(shared.inviteInput).mutation(({ ctx, input }) => invite(ctx, input)),
  revokeInvitation: adminProcedure
    .input(shared.invitationInput)
    .mutation(({ ctx, input }) => revoke(ctx, input)),
  settings: adminProcedure.query(({ ctx }) => getAdminSettings(ctx.deps)),
  saveSettings: adminProcedure
    .input(saveSettingsInput)
    .mutation(({ ctx, input }) => saveSettings(ctx, input)),
  testMail: adminProcedure.input(testMailInput).mutation(({ ctx, input }) => sendTestMail(ctx, input)),
  backups: adminProcedure.query(() => listBackups()),
  backUp: adminProcedure.mutation(({ ctx }) => backUp(ctx)),
  checkBackup: adminProcedure.input(shared.backupInput).mutation(({ ctx, input }) => checkNamed(ctx, input)),
  downloadBackup: adminProcedure
    .input(shared.downloadInput)
    .mutation(({ ctx, input }) => allowDownload(ctx, input)),
  recipients: adminProcedure.query(({ ctx }) => countRecipients(ctx.deps)),
  announce: adminProcedure
    .input(shared.announceInput)
    .mutation(({ ctx, input }) => announceToAll(ctx, input)),
  trail: adminProcedure
    .input(shared.adminTrailInput)
    .query(({ ctx, input }) => listAllLines(ctx.deps, input)),
})
