import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { InvitationRow, NewInvitation } from '../../shared/admin.ts'
import { adminLimits } from '../../shared/limits.ts'
import { failureOf } from '../lib/failureOf.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { ErrorBanner, ErrorState } from '../ui/EmptyState.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { NewLink } from './NewLink.tsx'

export function Invitations() {
  const invitations = trpc.admin.invitations.useQuery(undefined, { staleTime: 0 })
  const [newest, setNewest] = useState<NewInvitation | null>(null)
  if (invitations.isError && !invitations.data) return <ErrorState {...failureOf(invitations)} />
  if (!invitations.data) return <RowsSkeleton />
  const { registration, invitations: rows } = invitations.data
  return (
    <div className="flex flex-col gap-8">
      {registration === 'open' && <p>{texts.admin.isOpen}</p>}
      {registration === 'closed' && <p>{texts.admin.isClosed}</p>}
      <Form onCreated={setNewest} />
      {newest && <NewLink label={texts.admin.invitationLink} {...newest} />}
      {rows.length === 0 ? (
        <p className="text-muted">{texts.admin.noInvitations}</p>
      ) : (
        <ul aria-label={texts.admin.parts.invitations} className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Form({ onCreated }: { onCreated: (invitation: NewInvitation) => void }) {
  const { admin } = trpc.useUtils()
  const invite = trpc.admin.invite.useMutation()
  const form = useForm({ defaultValues: { uses: '1', days: '7' } })
  const { register, handleSubmit, formState, setError } = form
  const { errors } = formState
  const submit = handleSubmit(async ({ uses, days }) => {
    if (invite.isPending) return
    try {
      onCreated(await invite.mutateAsync({ uses: Number(uses), days: Number(days) }))
    } catch (error) {
      if (!setFieldErrors(error, form)) setError('root', { message: errorText(error, texts.admin.failed) })
    }
    await admin.invitations.invalidate()
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap items-start gap-4">
        <TextField
          label={texts.admin.uses}
          type="number"
          inputMode="numeric"
          min={1}
          error={errors.uses?.message}
          className="w-36"
          {...register('uses')}
        />
        <TextField
          label={texts.admin.days}
          type="number"
          inputMode="numeric"
          min={1}
          max={adminLimits.invitationDays}
          error={errors.days?.message}
          className="w-36"
          {...register('days')}
        />
      </div>
      <ErrorBanner text={errors.root?.message ?? null} />
      <Button type="submit" variant="primary" busy={invite.isPending}>
        {texts.admin.createInvitation}
      </Button>
    </form>
  )
}

function Row({ row: { id, usesLeft, expiresAt } }: { row: InvitationRow }) {
  const { admin } = trpc.useUtils()
  const revoke = trpc.admin.revokeInvitation.useMutation({
    onSuccess: () => toast.success(texts.admin.revoked),
    onError: (error) => toast.error(errorText(error, texts.admin.failed)),
    onSettled: () => admin.invitations.invalidate(),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span id={`invitation-${id}`}>
        <span className="font-semibold">{texts.admin.usesLeft(usesLeft)}</span>
        <span className="text-muted"> · {texts.admin.until(formatMoment(new Date(expiresAt)))}</span>
      </span>
      <Button
        size="sm"
        className="ml-auto"
        aria-describedby={`invitation-${id}`}
        busy={revoke.isPending}
        onClick={() => revoke.mutate({ id })}
      >
        {texts.admin.revoke}
      </Button>
    </li>
  )
}
