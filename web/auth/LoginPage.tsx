import { useForm } from 'react-hook-form'
import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { LoginInput } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { checkedBy } from '../lib/checkedBy.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { PasswordField, TextField } from '../ui/Field.tsx'
import { AuthPage } from './AuthPage.tsx'
import { ConnectGoogle } from './ConnectGoogle.tsx'
import { fromQuery, readFrom } from './from.ts'
import { googleText } from './GoogleButton.tsx'
import { useViewer } from './viewer.tsx'

const resolver = checkedBy<LoginInput>(() => import('../../shared/auth.ts').then((auth) => auth.loginInput))

/** Login by e-mail or nickname; leads back to where one came from. */
export default function LoginPage() {
  const { viewer, changeViewer } = useViewer()
  const state = useHistoryState<unknown>()
  const login = trpc.auth.login.useMutation()
  const form = useForm({ resolver, defaultValues: { identifier: '', password: '' } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState

  const from = readFrom(state, location.search)
  const code = new URLSearchParams(location.search).get('error')
  if (viewer && code === 'exists') return <ConnectGoogle from={from} />
  if (viewer) return <Redirect to={from} replace />

  const submit = handleSubmit(async (values) => {
    try {
      await changeViewer(await login.mutateAsync(values))
    } catch (error) {
      if (!setFieldErrors(error, form))
        setError('root', { message: errorText(error, texts.auth.loginFailed) })
    }
  })

  return (
    <AuthPage
      title={texts.login}
      error={errors.root?.message ?? googleText(code)}
      onSubmit={() => void submit()}
      from={from}
      other={{
        question: texts.auth.newHere,
        text: texts.register,
        href: paths.register() + fromQuery(location.search),
        state,
      }}
    >
      <TextField
        label={texts.auth.identifier}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.identifier?.message}
        onFocus={resolver.load}
        {...register('identifier')}
      />
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
        {isSubmitting ? texts.auth.loggingIn : texts.login}
      </Button>
    </AuthPage>
  )
}
