import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { ResetPasswordInput, Viewer } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { checkedBy } from '../lib/checkedBy.ts'
import { useFragment } from '../lib/navigation.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { AuthPage } from './AuthPage.tsx'
import { useViewer } from './viewer.tsx'

const resolver = checkedBy<ResetPasswordInput>(() =>
  import('../../shared/auth.ts').then((auth) => auth.resetPasswordInput),
)

export default function ResetPasswordPage() {
  const token = useFragment()
  // Opening another link in the same tab only changes the fragment: the key resets the form.
  return <NewPasswordForm key={token} token={token} />
}

function NewPasswordForm({ token }: { token: string }) {
  const { viewer, changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const reset = trpc.auth.resetPassword.useMutation()
  const utils = trpc.useUtils()
  const form = useForm({ resolver, defaultValues: { token, password: '' } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    let signedIn: Viewer | null
    try {
      signedIn = await reset.mutateAsync(values)
    } catch (error) {
      if (!setFieldErrors(error, form)) setError('root', { message: errorText(error) })
      return
    }
    if (signedIn) {
      await changeViewer(signedIn)
      toast.success(texts.auth.passwordChanged)
      // Shows remaining passkeys first. Without password login, the settings offer to connect another sign-in method.
      const keepsPasskeys = await utils.client.passkeys.mine.query().then(
        ({ passkeys }) => passkeys.length > 0,
        () => true,
      )
      const settings = paths.accountSettings()
      return navigate(keepsPasskeys ? paths.keptPasskeys(settings) : settings, { replace: true })
    }
    // The reset ended all sessions of the account; this browser's session can belong to another one.
    if (viewer) await utils.client.auth.me.query().then(changeViewer, () => undefined)
    toast.success(texts.auth.passwordReset)
    navigate(paths.login(), { replace: true })
  })

  return (
    <AuthPage
      title={texts.auth.newPassword}
      error={
        errors.token?.message ?? errors.root?.message ?? (token === '' ? texts.auth.resetLinkOver : null)
      }
      contact={token === '' || errors.token !== undefined}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      other={{ question: texts.auth.remembered, text: texts.login, href: paths.login(), state: null }}
    >
      <PasswordField
        label={texts.auth.newPassword}
        autoComplete="new-password"
        error={errors.password?.message}
        onFocus={resolver.load}
        {...register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
        {texts.auth.changePassword}
      </Button>
    </AuthPage>
  )
}
