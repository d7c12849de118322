import { useForm } from 'react-hook-form'
import type { ForgotPasswordInput } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { checkedBy } from '../lib/checkedBy.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { AuthPage } from './AuthPage.tsx'
import { Contact } from './Contact.tsx'
import { useSignInOptions } from './GoogleButton.tsx'

const resolver = checkedBy<ForgotPasswordInput>(() =>
  import('../../shared/auth.ts').then((auth) => auth.forgotPasswordInput),
)

/** Never reveals whether the account exists. */
export default function ForgotPasswordPage() {
  const ask = trpc.auth.forgotPassword.useMutation()
  const options = useSignInOptions()
  const form = useForm({ resolver, defaultValues: { identifier: '' } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    try {
      await ask.mutateAsync(values)
    } catch (error) {
      if (!setFieldErrors(error, form)) setError('root', { message: errorText(error) })
    }
  })
  const isOff = options !== undefined && (!options.mail || !options.password)
  const reason = options?.password === false ? texts.auth.passwordLoginOff : texts.auth.askOperator

  return (
    <AuthPage
      title={texts.auth.forgotPassword}
      error={errors.root?.message ?? null}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      other={{ question: texts.auth.remembered, text: texts.login, href: paths.login(), state: null }}
    >
      {isOff ? (
        <>
          <p className="text-muted">{reason}</p>
          <Contact />
        </>
      ) : (
        <>
          <TextField
            label={texts.auth.identifier}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.identifier?.message}
            onFocus={resolver.load}
            {...register('identifier')}
          />
          <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
            {texts.auth.sendLink}
          </Button>
          <p role="status" className="min-h-6 font-medium">
            {ask.isSuccess && !isSubmitting ? texts.auth.linkOnItsWay : ''}
          </p>
        </>
      )}
    </AuthPage>
  )
}
