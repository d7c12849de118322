import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ChangeEmailInput, OwnEmail } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { passkeyProblem, proveByPasskey, useHasPasskeys } from '../auth/passkeys.ts'
import { ProofButtons, usualProof, type Means, type ProofBy } from '../auth/ProofButtons.tsx'
import { checkedBy } from '../lib/checkedBy.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/accountSettings.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { PasswordField, TextField } from '../ui/Field.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'

const resolver = checkedBy<Pick<ChangeEmailInput, 'email' | 'password'>>(() =>
  import('../../shared/auth.ts').then((auth) => auth.changeEmailInput.pick({ email: true, password: true })),
)

export default function EmailSettings(props: Omit<Means, 'hasPasskeys'>) {
  const email = trpc.auth.email.useQuery(undefined, { staleTime: 0 })
  const passkeys = trpc.passkeys.mine.useQuery(undefined, { staleTime: 0 })
  const isPossible = useHasPasskeys()
  if (email.data && passkeys.data) {
    const means = { ...props, hasPasskeys: isPossible && passkeys.data.passkeys.length > 0 }
    return (
      <>
        <Present email={email.data} />
        <Change means={means} />
      </>
    )
  }
  return (
    <SectionPlaceholder
      query={email.data ? passkeys : email}
      failed={texts.accountSettings.emailFailed}
      className="h-28"
    />
  )
}

function Present({ email: { address, confirmed, pending } }: { email: OwnEmail }) {
  const send = trpc.auth.sendConfirmation.useMutation({
    onSuccess: () => toast.success(texts.accountSettings.linkSent(address)),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <div className="mb-5 space-y-4">
      <p className="font-semibold wrap-anywhere">{address}</p>
      {!confirmed && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-sunken px-4 py-3">
          <div className="min-w-0">
            <p className="font-semibold">{texts.accountSettings.confirmEmail}</p>
            <p className="text-sm text-muted wrap-anywhere">{texts.accountSettings.confirmHint(address)}</p>
          </div>
          <Button size="sm" variant="outline" busy={send.isPending} onClick={() => send.mutate()}>
            {texts.accountSettings.sendAgain}
          </Button>
        </div>
      )}
      <p role="status" className="text-muted wrap-anywhere empty:hidden">
        {pending !== null && texts.accountSettings.linkSent(pending)}
      </p>
    </div>
  )
}

function Change({ means }: { means: Means }) {
  const utils = trpc.useUtils()
  const change = trpc.auth.changeEmail.useMutation()
  const form = useForm({ resolver, defaultValues: { email: '', password: '' } })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isDirty } = formState
  const [busy, setBusy] = useState<ProofBy | null>(null)

  const submit = (by: ProofBy) =>
    handleSubmit(async (values) => {
      setBusy(by)
      try {
        await change.mutateAsync({ ...values, ...(by === 'passkey' && { passkey: await proveByPasskey() }) })
        reset()
        await utils.auth.email.invalidate()
      } catch (error) {
        if (!setFieldErrors(error, form)) setError('root', { message: passkeyProblem(error) })
      }
      setBusy(null)
    })

  return (
    <form
      noValidate
      data-unsent={isDirty || undefined}
      aria-label={texts.account.email}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit(usualProof(means))()
      }}
    >
      <div>
        <div className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-2">
          <TextField
            label={texts.accountSettings.newEmail}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            onFocus={resolver.load}
            error={errors.email?.message}
            {...register('email')}
          />
          {means.hasPassword && (
            <PasswordField
              label={texts.password}
              autoComplete="current-password"
              error={errors.password?.message}
              {...register('password')}
            />
          )}
        </div>
        <ErrorBanner text={errors.root?.message ?? null} />
      </div>
      <div className="flex flex-wrap gap-3">
        <ProofButtons
          means={means}
          busy={busy}
          verb={texts.accountSettings.changeEmail}
          variant="quiet"
          onPasskey={() => void submit('passkey')()}
          from={paths.accountSettings()}
        />
      </div>
    </form>
  )
}
