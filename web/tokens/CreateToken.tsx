import { useId, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import type { TokenLifetime } from '../../shared/tokens.ts'
import { passkeyProblem, proveByPasskey, useHasPasskeys } from '../auth/passkeys.ts'
import { canProve, ProofButtons, usualProof, type Means, type ProofBy } from '../auth/ProofButtons.tsx'
import { setFieldErrors, trpc, trpcClient } from '../lib/trpc.ts'
import { texts } from '../texts/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { Checkbox, PasswordField, SelectField, TextField } from '../ui/Field.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { NewToken } from './NewToken.tsx'

type Values = { name: string; read: boolean; write: boolean; expires: TokenLifetime; password: string }
type CreateProps = { onClose: () => void; onCreated: () => Promise<unknown> }

export function CreateToken({ onClose, onCreated }: CreateProps) {
  const [token, setToken] = useState<string | null>(null)
  return (
    <Dialog
      open
      // The token cannot be read again, so only its button closes the dialog.
      onOpenChange={(open) => !open && token === null && onClose()}
      title={texts.tokens.create}
      closable={false}
    >
      {token === null ? (
        <Contents
          onClose={onClose}
          onCreated={(created) => {
            setToken(created)
            void onCreated()
          }}
        />
      ) : (
        <NewToken token={token} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ContentsProps = { onClose: () => void; onCreated: (token: string) => void }

/** Shows the form once it is known how the viewer can prove their identity. */
function Contents(props: ContentsProps) {
  const sources = { staleTime: 0, refetchOnWindowFocus: false }
  const means = trpc.auth.means.useQuery(undefined, sources)
  const passkeys = trpc.passkeys.mine.useQuery(undefined, sources)
  const hasPasskeys = useHasPasskeys()
  if (!means.data || !passkeys.data) {
    const query = means.data ? passkeys : means
    return <SectionPlaceholder query={query} failed={texts.account.meansFailed} className="h-80" />
  }
  const { password: hasPassword, fresh: isFresh } = means.data
  const ownMeans = { hasPassword, isFresh, hasPasskeys: hasPasskeys && passkeys.data.passkeys.length > 0 }
  return <TokenForm {...props} means={ownMeans} />
}

function TokenForm({ means, onClose, onCreated }: ContentsProps & { means: Means }) {
  const defaultValues: Values = { name: '', read: true, write: false, expires: 'days90', password: '' }
  const form = useForm<Values>({ defaultValues })
  const { handleSubmit, setError, clearErrors, formState } = form
  const { errors } = formState
  const [busy, setBusy] = useState<ProofBy | null>(null)

  const submit = (by: ProofBy) =>
    handleSubmit(async ({ name, write, expires, password }) => {
      setBusy(by)
      clearErrors()
      try {
        const proof = by === 'passkey' ? { passkey: await proveByPasskey() } : { password }
        const scopes = write ? (['read', 'write'] as const) : (['read'] as const)
        const { token } = await trpcClient.tokens.create.mutate({
          name,
          scopes: [...scopes],
          expires,
          ...proof,
        })
        onCreated(token)
      } catch (error) {
        setBusy(null)
        if (!setFieldErrors(error, form)) setError('root', { message: passkeyProblem(error) })
      }
    })

  const canGoOn = canProve(means)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit(usualProof(means))()
      }}
    >
      {canGoOn ? <Fields form={form} hasPassword={means.hasPassword} /> : <p>{texts.auth.signInAgain}.</p>}
      <ErrorBanner text={errors.root?.message ?? null} />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <ProofButtons
          means={means}
          busy={busy}
          verb={texts.tokens.create}
          onPasskey={() => {
            if (!busy) void submit('passkey')()
          }}
          from={paths.connectionSettings()}
        />
      </DialogActions>
    </form>
  )
}

const lifetimes: [TokenLifetime, string][] = [
  ['days90', texts.tokens.days90],
  ['year', texts.tokens.year],
  ['never', texts.tokens.never],
]

type FieldsProps = { form: UseFormReturn<Values>; hasPassword: boolean }

function Fields({ form: { register, control, formState }, hasPassword }: FieldsProps) {
  const { errors } = formState
  const canWrite = useWatch({ control, name: 'write' })
  const noteId = useId()
  return (
    <>
      <TextField
        label={texts.tokens.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', {
          validate: (name) => name.trim() !== '' || texts.tokens.nameRequired,
          maxLength: { value: limits.tokenName, message: texts.tokens.nameLong },
        })}
      />
      <fieldset aria-describedby={noteId} className="my-2">
        <legend className="mb-1 text-sm font-semibold">{texts.tokens.scopes}</legend>
        {/* Writing includes reading. */}
        {canWrite ? (
          <Scope label={texts.tokens.read} hint={texts.tokens.readHint} checked disabled readOnly />
        ) : (
          <Scope
            label={texts.tokens.read}
            hint={texts.tokens.readHint}
            aria-invalid={errors.read ? true : undefined}
            {...register('read', {
              validate: (read, { write }) => read || write || texts.tokens.scopeRequired,
            })}
          />
        )}
        <Scope label={texts.tokens.write} hint={texts.tokens.writeHint} {...register('write')} />
        <p id={noteId} aria-live="polite" className="min-h-5 text-sm text-danger">
          {!canWrite && errors.read?.message}
        </p>
      </fieldset>
      <SelectField label={texts.tokens.expires} options={lifetimes} {...register('expires')} />
      {hasPassword && (
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: texts.auth.passwordRequired })}
        />
      )}
    </>
  )
}

function Scope({ hint, ...rest }: { hint: string } & Parameters<typeof Checkbox>[0]) {
  const hintId = useId()
  return (
    <>
      <Checkbox {...rest} aria-describedby={hintId} />
      <p id={hintId} className="mb-2 pl-8 text-sm text-muted">
        {hint}
      </p>
    </>
  )
}
