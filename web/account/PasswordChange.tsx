import { useForm } from 'react-hook-form'
import type { ChangePasswordInput } from '../../shared/auth.ts'
import { texts } from '../../shared/texts.ts'
import { checkedBy } from '../lib/checkedBy.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

const resolver = checkedBy<ChangePasswordInput>(() =>
  import('../../shared/auth.ts').then((auth) => auth.changePasswordInput),
)

export function PasswordChange() {
  const utils = trpc.useUtils()
  const change = trpc.auth.changePassword.useMutation()
  const form = useForm({ resolver, defaultValues: { current: '', next: '' } })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values)
      reset()
      toast.success(texts.auth.passwordChanged)
      void utils.auth.sessions.invalidate()
    } catch (error) {
      if (!setFieldErrors(error, form)) setError('root', { message: errorText(error) })
    }
  })

  return (
    <form
      noValidate
      data-unsent={isDirty || undefined}
      aria-label={texts.password}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div>
        <div className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-2">
          <PasswordField
            label={texts.auth.currentPassword}
            autoComplete="current-password"
            onFocus={resolver.load}
            error={errors.current?.message}
            {...register('current')}
          />
          <PasswordField
            label={texts.auth.newPassword}
            autoComplete="new-password"
            error={errors.next?.message}
            {...register('next')}
          />
        </div>
        <ErrorBanner text={errors.root?.message ?? null} />
      </div>
      <Button type="submit" busy={isSubmitting} className="self-start">
        {texts.auth.changePassword}
      </Button>
    </form>
  )
}
