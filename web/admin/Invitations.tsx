import { useState, type FormEvent } from 'react'
import type { InvitationRow, NewInvitation } from '../../shared/admin.ts'
import { adminLimits } from '../../shared/limits.ts'
import { failureOf } from '../lib/failureOf.ts'
import { errorText, fieldErrors, trpc } from '../lib/trpc.ts'
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

type FormErrors = { uses?: string; days?: string; other?: string }

function Form({ onCreated }: { onCreated: (invitation: NewInvitation) => void }) {
  const { admin } = trpc.useUtils()
  const invite = trpc.admin.invite.useMutation()
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const [errors, setErrors] = useState<FormErrors>({})

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (invite.isPending) return
    setErrors({})
    try {
      onCreated(await invite.mutateAsync({ uses: Number(uses), days: Number(days) }))
    } catch (error) {
      const fields: FormErrors = fieldErrors(error)
      const wrong = (['uses', 'days'] as const).find((name) => fields[name])
      setErrors(wrong ? fields : { other: errorText(error, texts.admin.failed) })
      if (wrong) form.querySelector<HTMLInputElement>(`[name=${wrong}]`)!.focus()
    }
    await admin.invitations.invalidate()
  }
  const number = { type: 'number', inputMode: 'numeric', min: 1, className: 'w-40' } as const
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap items-start gap-4">
        <TextField
          {...number}
          name="uses"
          label={texts.admin.uses}
          error={errors.uses}
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
        <TextField
          {...number}
          name="days"
          label={texts.admin.days}
          max={adminLimits.invitationDays}
          error={errors.days}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <ErrorBanner text={errors.other ?? null} />
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
