import { useEffect, useRef } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useFragment } from '../lib/navigation.ts'
import { errorText, isError, trpc } from '../lib/trpc.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { useViewer } from './viewer.tsx'

/** The target of the link in a confirmation mail: opening it confirms the address, signed in or not. */
export default function ConfirmEmailPage() {
  usePageTitle(texts.account.email)
  const token = useFragment()
  // Another link that is opened in this tab changes the fragment alone.
  return <Confirmation key={token} token={token} />
}

function Confirmation({ token }: { token: string }) {
  const { viewer } = useViewer()
  const utils = trpc.useUtils()
  const confirm = trpc.auth.confirmEmail.useMutation({ onSuccess: () => utils.auth.email.invalidate() })
  const { mutate } = confirm
  const opened = useRef(false)
  useEffect(() => {
    // The link works once, and an effect may run twice.
    if (!opened.current) mutate({ token })
    opened.current = true
  }, [mutate, token])
  const { data, error } = confirm
  const said = data?.purpose === 'change' ? texts.account.emailChanged : texts.account.emailConfirmed
  const isOver = isError(error, 'auth.resetLinkOver') || isError(error, 'auth.emailTaken')
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-6 text-3xl">{texts.account.email}</PageHeading>
      <p role="status" className="mb-6 text-muted">
        {data ? said : error ? '' : texts.account.confirming}
      </p>
      <ErrorBanner text={error ? errorText(error) : null} />
      <div className="mt-6 flex flex-wrap gap-3">
        {error && !isOver && (
          <Button variant="primary" busy={confirm.isPending} onClick={() => mutate({ token })}>
            {texts.tryAgain}
          </Button>
        )}
        {(data || isOver) && (
          <ButtonLink href={viewer ? paths.editProfile() : paths.login()} variant="primary">
            {viewer ? texts.editProfile : texts.login}
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}
