import { useEffect, useRef } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useFragment } from '../lib/navigation.ts'
import { errorText, isError, trpc } from '../lib/trpc.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { useViewer } from './viewer.tsx'

/**
 * The target of the link in a mail to an address, signed in or not. Opening it confirms the address of an account; a change of
 * the address is confirmed by a button, as the account may be a stranger's.
 */
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
  const read = trpc.auth.readEmailLink.useMutation({
    onSuccess: ({ purpose }) => purpose === 'confirm' && confirm.mutate({ token }),
  })
  const { mutate } = read
  const opened = useRef(false)
  useEffect(() => {
    // An effect may run twice.
    if (!opened.current) mutate({ token })
    opened.current = true
  }, [mutate, token])
  const { data } = confirm
  const error = confirm.error ?? read.error
  const said = data?.purpose === 'change' ? texts.account.emailChanged : texts.account.emailConfirmed
  const isOver = isError(error, 'auth.resetLinkOver') || isError(error, 'auth.emailTaken')
  const asked = !data && !error && read.data?.purpose === 'change' ? read.data : null
  const question = asked && texts.account.confirmQuestion(asked.address, asked.nickname)
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-6 text-3xl">{texts.account.email}</PageHeading>
      <p role="status" className="mb-6 text-muted wrap-anywhere">
        {data ? said : error ? '' : (question ?? texts.account.confirming)}
      </p>
      <ErrorBanner text={error ? errorText(error) : null} />
      <div className="mt-6 flex flex-wrap gap-3">
        {asked && (
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {texts.account.confirm}
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
          <ButtonLink href={viewer ? paths.editProfile() : paths.login()} variant="primary">
            {viewer ? texts.editProfile : texts.login}
          </ButtonLink>
        )}
      </div>
    </Page>
  )
}
