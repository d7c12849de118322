import { useForm } from 'react-hook-form'
import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { RegisterInput } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { checkedBy } from '../lib/checkedBy.ts'
import { useQuery } from '../lib/navigation.ts'
import { errorText, isForbidden, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { PasswordField, TextField } from '../ui/Field.tsx'
import { lowerCased } from '../ui/lowerCase.ts'
import { AuthPage } from './AuthPage.tsx'
import { fromQuery, readFrom } from './from.ts'
import { useRegistration } from './useRegistration.ts'
import { useViewer } from './viewer.tsx'

const resolver = checkedBy<RegisterInput>(() =>
  import('../../shared/auth.ts').then((auth) => auth.registerInput),
)
const empty = { username: '', email: '', password: '', confirmPassword: '' }

export default function RegisterPage() {
  const { viewer, changeViewer } = useViewer()
  const state = useHistoryState<unknown>()
  const create = trpc.auth.register.useMutation()
  const form = useForm({ resolver, defaultValues: empty })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState

  const invite = useQuery().get('invite')
  const registration = useRegistration(invite)

  const from = readFrom(state, location.search)
  // A new user without a page to return to is welcomed.
  const isWelcome = create.isSuccess && from === paths.home()
  if (viewer) return <Redirect to={isWelcome ? paths.welcome() : from} replace />

  const submit = handleSubmit(async (values) => {
    try {
      await changeViewer(await create.mutateAsync({ ...values, ...(invite !== null && { invite }) }))
    } catch (error) {
      if (setFieldErrors(error, form)) return
      // A rejected registration has its own text; other failures get a general one with the reason.
      const text = errorText(error)
      setError('root', { message: isForbidden(error) ? text : texts.auth.registerFailed(text) })
    }
  })

  return (
    <AuthPage
      title={texts.register}
      error={errors.root?.message ?? null}
      contact={isForbidden(create.error)}
      loading={registration === undefined}
      notice={registration?.notice ?? null}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      from={from}
      invite={invite}
      other={{
        question: texts.auth.member,
        text: texts.login,
        href: paths.login() + fromQuery(location.search),
        state,
      }}
    >
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
      <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
        {isSubmitting ? texts.auth.creatingAccount : texts.register}
      </Button>
    </AuthPage>
  )
}
