import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { AdminPerson, ResetLink } from '../../shared/admin.ts'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { roles } from '../../shared/roles.ts'
import { useViewer } from '../auth/viewer.tsx'
import { trpc, trpcClient } from '../lib/trpc.ts'
import { RadioList } from '../moderation/RadioList.tsx'
import { texts } from '../texts/admin.ts'
import { TextArea, TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { ProofDialog, type ActForm, type ActValues, type Proof } from './ProofDialog.tsx'

export type Act = keyof typeof texts.admin.acts

type ActDialogProps = {
  act: Act
  person: AdminPerson
  onLink: (link: ResetLink) => void
  onClose: () => void
}

const dangers = new Set<Act>(['disable', 'remove'])
/** The administrator's own pages end with these. */
const endsOwn = new Set<Act>(['setRole', 'disable', 'signOut', 'remove'])

export default function ActDialog({ act, person, onLink, onClose }: ActDialogProps) {
  const { nickname, role, email } = person
  const { viewer } = useViewer()
  const { admin } = trpc.useUtils()
  const [, navigate] = useLocation()

  async function run(values: ActValues, proof: Proof) {
    const link = await calls[act](nickname, values, proof)
    if (nickname === viewer?.nickname && endsOwn.has(act)) return location.assign(paths.home())
    if (link) onLink(link)
    else if (act !== 'resetLink') toast.success(texts.admin.done[act])
    if (act === 'remove') navigate(paths.adminPart('people'), { replace: true })
    await admin.invalidate()
  }
  return (
    <ProofDialog
      title={texts.admin.acts[act]}
      description={texts.admin.hints[act]}
      isDanger={dangers.has(act)}
      values={{ role, email: act === 'setEmail' ? email : '' }}
      {...(fields[act] && { fields: fields[act] })}
      act={run}
      onClose={onClose}
    />
  )
}

const calls: Record<Act, (nickname: string, values: ActValues, proof: Proof) => Promise<ResetLink | null>> = {
  setRole: (nickname, { role }, proof) => trpcClient.admin.setRole.mutate({ nickname, role, ...proof }),
  disable: (nickname, { reason }, proof) => trpcClient.admin.disable.mutate({ nickname, reason, ...proof }),
  enable: (nickname, _, proof) => trpcClient.admin.enable.mutate({ nickname, ...proof }),
  resetLink: (nickname, _, proof) => trpcClient.admin.resetLink.mutate({ nickname, ...proof }),
  setEmail: (nickname, { email }, proof) => trpcClient.admin.setEmail.mutate({ nickname, email, ...proof }),
  signOut: (nickname, _, proof) => trpcClient.admin.signOut.mutate({ nickname, ...proof }),
  remove: (nickname, _, proof) => trpcClient.admin.delete.mutate({ nickname, ...proof }),
}

const fields: Partial<Record<Act, (form: ActForm) => ReactNode>> = {
  setRole: ({ watch, setValue }) => (
    <RadioList
      label={texts.admin.role}
      options={roles.map((role) => ({ value: role, label: texts.admin.roles[role] }))}
      value={watch('role')}
      onChange={(role) => setValue('role', role)}
    />
  ),
  disable: ({ register, watch, formState: { errors } }) => (
    <TextArea
      label={texts.admin.reason}
      error={errors.reason?.message}
      maxLength={limits.moderationReason}
      length={watch('reason').length}
      limit={limits.moderationReason}
      {...register('reason', { validate: (text) => text.trim() !== '' || texts.admin.reasonRequired })}
    />
  ),
  setEmail: ({ register, formState: { errors } }) => (
    <TextField
      label={texts.admin.email}
      type="email"
      autoComplete="off"
      error={errors.email?.message}
      {...register('email')}
    />
  ),
}
