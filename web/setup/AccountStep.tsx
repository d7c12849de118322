import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { FirstAccountInput } from '../../shared/setup.ts'
import { useViewer } from '../auth/viewer.tsx'
import { checkedBy } from '../lib/checkedBy.ts'
import { errorText, isNotFound, setFieldErrors, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { PasswordField, TextField } from '../ui/Field.tsx'
import { lowerCased } from '../ui/lowerCase.ts'
import { Step } from './Step.tsx'

const resolver = checkedBy<FirstAccountInput>(() =>
  import('../../shared/setup.ts').then((setup) => setup.firstAccountInput),
)
const empty = { username: '', email: '', password: '', confirmPassword: '' }

/** Creates the first administrator. The page shows what follows. */
export function AccountStep({ token }: { token: string }) {
  const { changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const create = trpc.setup.createAccount.useMutation()
  const form = useForm({ resolver, defaultValues: { ...empty, token } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    try {
      const viewer = await create.mutateAsync(values)
      await changeViewer(viewer)
      // Without the token, which is spent.
      navigate(paths.setupStep('registration'), { replace: true })
    } catch (error) {
      // Somebody else used the link.
      if (isNotFound(error)) return utils.setup.state.invalidate()
      if (!setFieldErrors(error, form)) setError('root', { message: errorText(error) })
    }
  })
  return (
    <Step step="account" hint={texts.admin.setup.accountHint}>
      <form
        noValidate
        data-unsent={isDirty || undefined}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSubmitting) void submit()
        }}
      >
        <ErrorBanner text={errors.root?.message ?? null} />
        <TextField
          label={texts.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          onFocus={resolver.load}
          {...lowerCased(register('username'))}
        />
        <TextField
          label={texts.auth.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', { deps: 'confirmPassword' })}
        />
        <PasswordField
          label={texts.auth.confirmPassword}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2 self-start">
          {texts.admin.setup.createAccount}
        </Button>
      </form>
    </Step>
  )
}
