import { useForm } from 'react-hook-form'
import { Link, Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { LoginInput } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { checkedBy } from '../lib/checkedBy.ts'
import { errorText, isError, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { PasswordField, TextField } from '../ui/Field.tsx'
import { textLink } from '../ui/Page.tsx'
import { AuthPage } from './AuthPage.tsx'
import { ConnectGoogle } from './ConnectGoogle.tsx'
import { Contact } from './Contact.tsx'
import { fromQuery, readFrom } from './from.ts'
import { googleText, useSignInOptions } from './GoogleButton.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { useHasPasskeys } from './passkeys.ts'
import { useViewer } from './viewer.tsx'

const resolver = checkedBy<LoginInput>(() => import('../../shared/auth.ts').then((auth) => auth.loginInput))

/** Error codes of a Google sign-in that only the operator can solve. */
const isForOperator = new Set(['byInvitation', 'closed', 'invitationOver', 'disabled'])

export default function LoginPage() {
  const { viewer, changeViewer } = useViewer()
  const state = useHistoryState<unknown>()
  const login = trpc.auth.login.useMutation()
  const form = useForm({ resolver, defaultValues: { identifier: '', password: '' } })
  const { register, handleSubmit, setError, clearErrors, formState } = form
  const hasPasskeys = useHasPasskeys()
  const { errors, isSubmitting, isDirty } = formState

  const from = readFrom(state, location.search)
  const code = new URLSearchParams(location.search).get('error')
  if (viewer && code === 'exists') return <ConnectGoogle from={from} />
  if (viewer) return <Redirect to={from} replace />

  const isContactShown =
    isForOperator.has(code ?? '') ||
    isError(login.error, 'auth.accountDisabled') ||
    isError(login.error, 'auth.accountSuspended')

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
      contact={isContactShown}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      from={from}
      passkey={
        hasPasskeys && (
          <PasskeyButton
            onSignedIn={changeViewer}
            onProblem={(message) => (message === null ? clearErrors() : setError('root', { message }))}
          />
        )
      }
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
      <ForgottenPassword isContactShown={isContactShown} />
      <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
        {isSubmitting ? texts.auth.loggingIn : texts.login}
      </Button>
    </AuthPage>
  )
}

function ForgottenPassword({ isContactShown }: { isContactShown: boolean }) {
  const options = useSignInOptions()
  if (!options) return null
  return (
    <>
      <p className="text-sm text-muted">
        {options.mail ? (
          <Link href={paths.forgotPassword()} className={textLink}>
            {texts.auth.forgotPassword}
          </Link>
        ) : (
          texts.auth.askOperator
        )}
      </p>
      {!options.mail && !isContactShown && <Contact />}
    </>
  )
}
