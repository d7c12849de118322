import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { passkeyProblem, proveByPasskey, useHasPasskeys } from '../auth/passkeys.ts'
import { canProve, ProofButtons, usualProof, type Means, type ProofBy } from '../auth/ProofButtons.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { forgetDrafts } from '../lib/onDevice.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { forgetPush } from '../notifications/forgetPush.ts'
import { forgetWaiting } from '../offline/submit.ts'
import { texts } from '../texts/accountSettings.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'

export default function DeleteAccount({ onClose }: { onClose: () => void }) {
  const means = trpc.auth.means.useQuery(undefined, { staleTime: 0 })
  const passkeys = trpc.passkeys.mine.useQuery(undefined, { staleTime: 0 })
  const isPossible = useHasPasskeys()
  const failedQuery = [means, passkeys].find(({ isError }) => isError)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.accountSettings.deleteAccount}
      description={texts.accountSettings.deletes}
      closable={false}
    >
      {means.data && passkeys.data ? (
        <Proof
          means={{
            hasPassword: means.data.password,
            hasPasskeys: isPossible && passkeys.data.passkeys.length > 0,
            isFresh: means.data.fresh,
          }}
          onClose={onClose}
        />
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

type ProofProps = { means: Means; onClose: () => void }

function Proof({ means, onClose }: ProofProps) {
  const { viewer, changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const remove = trpc.auth.deleteAccount.useMutation()
  const form = useForm({ defaultValues: { password: '' } })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const [busy, setBusy] = useState<ProofBy | null>(null)

  async function deleteAccount(by: ProofBy, { password }: { password: string }) {
    setBusy(by)
    try {
      await remove.mutateAsync(by === 'passkey' ? { passkey: await proveByPasskey() } : { password })
    } catch (error) {
      setBusy(null)
      if (by === 'password' && means.hasPassword && setFieldErrors(error, form)) return
      const reason = by === 'passkey' ? passkeyProblem(error) : errorText(error, '')
      toast.error(
        reason ? texts.accountSettings.deleteFailedWith(reason) : texts.accountSettings.deleteFailed,
      )
      return
    }
    // Leave the deleted user's page before anything requests it.
    flushSync(() => navigate(paths.home(), { replace: true }))
    forgetPush()
    await forgetWaiting()
    await changeViewer(null)
    forgetDrafts()
    toast.success(texts.accountSettings.deleted)
  }
  const usual = usualProof(means)
  // Skips form validation: a passkey needs no password.
  const byPasskey = () => void deleteAccount('passkey', { password: '' })
  const byForm = handleSubmit((values) => deleteAccount('password', values))

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        if (usual === 'passkey') byPasskey()
        else void byForm()
      }}
    >
      {!canProve(means) && <p>{texts.auth.signInAgain}.</p>}
      {means.hasPassword && (
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: texts.auth.passwordRequired })}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <ProofButtons
          means={means}
          busy={busy}
          verb={texts.accountSettings.deleteAccount}
          variant="danger"
          onPasskey={byPasskey}
          from={viewer ? paths.profile(viewer.nickname) : paths.home()}
        />
      </DialogActions>
    </form>
  )
}
