import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '../../shared/limits.ts'
import type { OwnPasskey } from '../../shared/passkeys.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { addPasskey, passkeyProblem, proveByPasskey } from '../auth/passkeys.ts'
import { canProve, ProofButtons, usualProof, type Means, type ProofBy } from '../auth/ProofButtons.tsx'
import { setFieldErrors, trpcClient } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { PasswordField, TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

type Values = { name: string; password: string }
type Proof = Parameters<typeof trpcClient.passkeys.beginAdding.mutate>[0]
type DialogProps = { means: Means; onClose: () => void; onDone: () => Promise<unknown> }

export function AddPasskey({ device, ...props }: DialogProps & { device: string }) {
  return (
    <ProofDialog
      {...props}
      title={texts.passkeys.add}
      verb={texts.passkeys.add}
      name={device}
      successText={texts.passkeys.added}
      act={({ name }, proof) => addPasskey(name, proof)}
    />
  )
}

export function RemovePasskey({ passkey: { id, name }, ...props }: DialogProps & { passkey: OwnPasskey }) {
  return (
    <ProofDialog
      {...props}
      title={texts.passkeys.removeTitle(name)}
      description={texts.passkeys.removeHint}
      verb={texts.passkeys.remove}
      isDanger
      successText={texts.passkeys.removed}
      act={(_, proof) => trpcClient.passkeys.remove.mutate({ id, ...proof })}
    />
  )
}

type ProofDialogProps = DialogProps & {
  title: string
  description?: string
  verb: string
  isDanger?: boolean
  name?: string
  successText: string
  act: (values: Values, proof: Proof) => Promise<unknown>
}

function ProofDialog({ means, onClose, onDone, ...rest }: ProofDialogProps) {
  const { title, description, verb, isDanger = false, name, successText, act } = rest
  const form = useForm<Values>({ defaultValues: { name: name ?? '', password: '' } })
  const { register, handleSubmit, setError, clearErrors, formState } = form
  const { errors } = formState
  const [busy, setBusy] = useState<ProofBy | null>(null)

  const submit = (by: ProofBy) =>
    handleSubmit(async (values) => {
      setBusy(by)
      clearErrors()
      try {
        const proof = by === 'passkey' ? { passkey: await proveByPasskey() } : { password: values.password }
        await act(values, proof)
      } catch (error) {
        setBusy(null)
        if (!setFieldErrors(error, form)) setError('root', { message: passkeyProblem(error) })
        return
      }
      await onDone()
      toast.success(successText)
      onClose()
    })

  const canGoOn = canProve(means)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      {...(description ? { description } : {})}
      closable={false}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(usualProof(means))()
        }}
      >
        {name !== undefined && canGoOn && (
          <TextField
            label={texts.passkeys.name}
            error={errors.name?.message}
            {...register('name', {
              maxLength: { value: limits.passkeyName, message: texts.passkeys.nameLong },
            })}
          />
        )}
        {means.hasPassword && (
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        )}
        {!canGoOn && <p>{texts.auth.signInAgain}.</p>}
        <ErrorBanner text={errors.root?.message ?? null} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <ProofButtons
            means={means}
            busy={busy}
            verb={verb}
            variant={isDanger ? 'danger' : 'primary'}
            onPasskey={() => void submit('passkey')()}
            from={paths.accountSettings()}
          />
        </DialogActions>
      </form>
    </Dialog>
  )
}
