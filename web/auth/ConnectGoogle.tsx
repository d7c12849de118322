import { texts } from '../../shared/texts.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { GoogleButton } from './GoogleButton.tsx'

/** Offers, after a login with the password, to connect the Google account with the same address. */
export function ConnectGoogle({ from }: { from: string }) {
  usePageTitle(texts.auth.connectGoogle)
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-4 text-3xl">{texts.auth.connectGoogle}</PageHeading>
      <p className="mb-8 text-muted">{texts.auth.connectGoogleHint}</p>
      <div className="flex flex-col gap-3">
        <GoogleButton from={from} />
        <ButtonLink href={from}>{texts.auth.notNow}</ButtonLink>
      </div>
    </Page>
  )
}
