import { useEffect, useRef } from 'react'
import { paths } from '../../shared/paths.ts'
import { useFragment } from '../lib/navigation.ts'
import { errorText, isError, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/accountSettings.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { useViewer } from './viewer.tsx'

/**
 * Target of the link in a confirmation mail; works with and without a session. Opening it confirms the address of an account.
 * A change of address needs a click on a button, because the account can be a stranger's.
 */
export default function ConfirmEmailPage() {
  usePageTitle(texts.account.email)
  const token = useFragment()
  // Opening another link in the same tab only changes the fragment: the key starts a new confirmation.
  return <Confirmation key={token} token={token} />
}

function Confirmation({ token }: { token: string }) {
  const { viewer } = useViewer()
  const utils = trpc.useUtils()
  const confirm = trpc.auth.confirmEmail.useMutation({ onSuccess: () => utils.auth.email.invalidate() })
  const read = trpc.auth.readEmailLink.useMutation({
    onSuccess: ({ purpose }) => purpose === 'confirm' && confirm.mutate({ token }),
  })
  const { mutate } = read
  const isOpened = useRef(false)
  useEffect(() => {
    // Effects can run twice.
    if (!isOpened.current) mutate({ token })
    isOpened.current = true
  }, [mutate, token])
  const { data } = confirm
  const error = confirm.error ?? read.error
  const message =
    data?.purpose === 'change' ? texts.accountSettings.emailChanged : texts.accountSettings.emailConfirmed
  const isOver = isError(error, 'auth.resetLinkOver') || isError(error, 'auth.emailTaken')
  const pendingChange = !data && !error && read.data?.purpose === 'change' ? read.data : null
  const question =
    pendingChange && texts.accountSettings.confirmQuestion(pendingChange.address, pendingChange.nickname)
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-6 text-3xl">{texts.account.email}</PageHeading>
      <p role="status" className="mb-6 text-muted wrap-anywhere">
        {data ? message : error ? '' : (question ?? texts.accountSettings.confirming)}
      </p>
      <ErrorBanner text={error ? errorText(error) : null} />
      <div className="mt-6 flex flex-wrap gap-3">
        {pendingChange && (
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {texts.accountSettings.confirm}
          </Button>
        )}
        {error && !isOver && (
          <Button
            variant="primary"
            busy={read.isPending || confirm.isPending}
            onClick={() => (read.data ? confirm : read).mutate({ token })}
          >
            {texts.tryAgain}
          </Button>
        )}
        {(data || isOver) && (
          <ButtonLink href={viewer ? paths.accountSettings() : paths.login()} variant="primary">
            {viewer ? texts.settings.title : texts.login}
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}
