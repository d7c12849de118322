import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { GoogleButton } from '../auth/GoogleButton.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { forgetDrafts } from '../lib/onDevice.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'

/** Deletes the own account after a proof of identity. Mounted means open. */
export default function DeleteAccount({ onClose }: { onClose: () => void }) {
  const means = trpc.auth.means.useQuery(undefined, { staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.account.deleteAccount}
      description={texts.account.deletes}
      closable={false}
    >
      {means.data ? (
        <Proof means={means.data} onClose={onClose} />
      ) : means.isError ? (
        <ErrorState
          text={errorText(means.error, texts.account.meansFailed)}
          onRetry={() => void means.refetch()}
          busy={means.isFetching}
        />
      ) : (
        <>
          <Loading />
          <Skeleton className="h-11" />
        </>
      )}
    </Dialog>
  )
}

type ProofProps = { means: { password: boolean; fresh: boolean }; onClose: () => void }

function Proof({ means, onClose }: ProofProps) {
  const { viewer, changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const remove = trpc.auth.deleteAccount.useMutation()
  const form = useForm({ defaultValues: { password: '' } })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    try {
      await remove.mutateAsync(values)
    } catch (error) {
      if (means.password && setFieldErrors(error, form)) return
      const reason = errorText(error, '')
      toast.error(reason ? texts.account.deleteFailedWith(reason) : texts.account.deleteFailed)
      return
    }
    // Away from the page of a deleted person, before anything requests them.
    flushSync(() => navigate(paths.home(), { replace: true }))
    await changeViewer(null)
    if (viewer) forgetDrafts(viewer.nickname)
    toast.success(texts.account.deleted)
  })

  if (!means.password && !means.fresh) {
    return (
      <>
        <p>{texts.auth.signInAgain}.</p>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <GoogleButton from={viewer ? paths.profile(viewer.nickname) : paths.home()} />
        </DialogActions>
      </>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {means.password && (
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: texts.auth.passwordRequired })}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {texts.account.deleteAccount}
        </Button>
      </DialogActions>
    </form>
  )
}
