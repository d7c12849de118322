import { Page, PageHeading, usePageTitle } from '../layout/Page.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { GoogleButton } from './GoogleButton.tsx'

/** The step that is left after the password was right: the Google account with the same address is connected. */
export function ConnectGoogle({ from }: { from: string }) {
  usePageTitle('Connect Google')
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-4 text-3xl">Connect Google</PageHeading>
      <p className="mb-8 text-muted">
        You are logged in. Continue with Google once more, and from then on either way leads to your account.
      </p>
      <div className="flex flex-col gap-3">
        <GoogleButton from={from} />
        <ButtonLink href={from}>Not now</ButtonLink>
      </div>
    </Page>
  )
}
