import { useState, type ReactNode } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { Role } from '../../shared/roles.ts'
import { passkeyProblem, proveByPasskey } from '../auth/passkeys.ts'
import { canProve, ProofButtons, usualProof, type Means, type ProofBy } from '../auth/ProofButtons.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { setFieldErrors } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner, ErrorState } from '../ui/EmptyState.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useMeans } from './useMeans.ts'

export type ActValues = { role: Role; reason: string; email: string; password: string }
export type ActForm = UseFormReturn<ActValues>
export type Proof = { password: string } | { passkey: Awaited<ReturnType<typeof proveByPasskey>> }

type ProofDialogProps = {
  title: string
  description: string
  isDanger?: boolean
  values?: Partial<ActValues>
  fields?: (form: ActForm) => ReactNode
  /** The dialog shows a rejection, and keeps what was typed. */
  act: (values: ActValues, proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** An act for which administrators prove themselves. The title is also the name of its button. */
export function ProofDialog(props: ProofDialogProps) {
  const { means, failedQuery } = useMeans()
  const { title, description, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      closable={false}
    >
      {means ? (
        <Fields {...props} means={means} />
      ) : failedQuery ? (
        <ErrorState {...failureOf(failedQuery, texts.account.meansFailed)} />
      ) : (
        <>
          <Loading />
          <Skeleton className="h-11" />
        </>
      )}
    </Dialog>
  )
}

const noValues: ActValues = { role: 'member', reason: '', email: '', password: '' }

function Fields({
  means,
  title,
  isDanger = false,
  values,
  fields,
  act,
  onClose,
}: ProofDialogProps & { means: Means }) {
  const form = useForm<ActValues>({ defaultValues: { ...noValues, ...values } })
  const { register, handleSubmit, setError, clearErrors, formState } = form
  const { errors } = formState
  const [busy, setBusy] = useState<ProofBy | null>(null)

  const submit = (by: ProofBy) => {
    if (busy) return
    void handleSubmit(async (typed) => {
      setBusy(by)
      clearErrors()
      try {
        const proof = by === 'passkey' ? { passkey: await proveByPasskey() } : { password: typed.password }
        await act(typed, proof)
        onClose()
      } catch (error) {
        setBusy(null)
        if (!setFieldErrors(error, form)) setError('root', { message: passkeyProblem(error) })
      }
    })()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(usualProof(means))
      }}
      className="flex flex-col gap-2"
    >
      {canProve(means) && fields?.(form)}
      {means.hasPassword && (
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      {!canProve(means) && <p>{texts.auth.signInAgain}.</p>}
      <ErrorBanner text={errors.root?.message ?? null} />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <ProofButtons
          means={means}
          busy={busy}
          verb={title}
          variant={isDanger ? 'danger' : 'primary'}
          onPasskey={() => submit('passkey')}
          from={location.pathname}
        />
      </DialogActions>
    </form>
  )
}
