import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { Page, PageHeading, textLink, usePageTitle } from '../ui/Page.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Contact } from './Contact.tsx'
import { GoogleButton, Or, useSignInOptions } from './GoogleButton.tsx'

type AuthPageProps = {
  title: string
  error: string | null
  /** true if only the operator can solve the error: shows their contact */
  contact?: boolean
  /** replaces the form */
  notice?: string | null
  loading?: boolean
  isDirty: boolean
  onSubmit: () => void
  /** destination after signing in with Google; without it there is no Google button */
  from?: string
  invite?: string | null
  passkey?: ReactNode
  /** `state` passes on the page to return to */
  other: { question: string; text: string; href: string; state: unknown }
  children: ReactNode
}

export function AuthPage({
  title,
  error,
  contact = false,
  isDirty,
  onSubmit,
  from,
  invite = null,
  passkey,
  other,
  notice = null,
  loading = false,
  children,
}: AuthPageProps) {
  usePageTitle(title)
  const options = useSignInOptions()
  const utils = trpc.useUtils()
  // Administrators can change the options: the next visit asks again.
  useEffect(() => () => void utils.auth.options.invalidate(undefined, { refetchType: 'none' }), [utils])
  // Setting a new password with a reset link is always possible: without password login, the link itself signs in.
  const isOff = from !== undefined && options?.password === false
  const hasForm = !loading && notice === null
  const google = hasForm && from !== undefined && options?.google === true
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-8 text-3xl">{title}</PageHeading>
      {loading && <Spinner size={24} />}
      {notice && (
        <div className="space-y-3">
          <p className="text-lg">{notice}</p>
          <Contact />
        </div>
      )}
      {!hasForm ? null : isOff ? (
        <div className="mb-5 space-y-3">
          <ErrorBanner text={error} />
          {contact && <Contact />}
          <p className="text-muted">{texts.auth.passwordLoginOff}</p>
        </div>
      ) : (
        <form
          noValidate
          data-unsent={isDirty || undefined}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          <ErrorBanner text={error} />
          {contact && <Contact />}
          {children}
        </form>
      )}
      {(google || passkey) && (
        <>
          {!isOff && <Or />}
          <div className="flex flex-col gap-3">
            {google && <GoogleButton from={from} invite={invite} className="w-full" />}
            {passkey}
          </div>
        </>
      )}
      <p className="mt-8 text-muted">
        {other.question}{' '}
        <Link href={other.href} state={other.state} className={textLink}>
          {other.text}
        </Link>
      </p>
    </Page>
  )
}
