import { lazy, Suspense } from 'react'
import { paths } from '../../shared/paths.ts'
import { PasswordChange } from '../account/PasswordChange.tsx'
import { Sessions } from '../account/Sessions.tsx'
import { GoogleButton, googleText, useSignInOptions } from '../auth/GoogleButton.tsx'
import { useHasPasskeys } from '../auth/passkeys.ts'
import { failureOf } from '../lib/failureOf.ts'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/accountSettings.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { ErrorBanner, InlineError } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Sections, SettingsLayout, type Section } from './SettingsLayout.tsx'

const EmailSettings = lazy(() => import('../account/EmailSettings.tsx'))
const Passkeys = lazy(() => import('../passkeys/Passkeys.tsx'))

export default function AccountSettingsPage() {
  return (
    <SettingsLayout name="accountSettings">
      <Account />
    </SettingsLayout>
  )
}

function Account() {
  const means = trpc.auth.means.useQuery(undefined, { refetchOnWindowFocus: false })
  const problem = googleText(useQuery().get('error'))
  const ownMeans = useOwnMeans(means.data)
  return (
    <>
      {problem && (
        <div className="mb-8 max-lg:mt-6">
          <ErrorBanner text={problem} />
        </div>
      )}
      {means.isPending && <Skeleton className="mb-10 h-160" />}
      {means.isError && (
        <InlineError
          {...failureOf(means, texts.account.meansFailed)}
          className="border-t border-line py-10"
        />
      )}
      <Sections sections={[...ownMeans, sessions, welcome]} />
    </>
  )
}

type SignInMeans = { password: boolean; google: boolean; fresh: boolean }

/** The sections of the ways in which the viewer can log in; none until they are known. */
function useOwnMeans(means: SignInMeans | undefined): (Section | false)[] {
  const options = useSignInOptions()
  const hasPasskeys = useHasPasskeys()
  if (!means) return []
  const proof = { hasPassword: means.password, isFresh: means.fresh }
  return [
    options?.mail === true && {
      id: 'email',
      title: texts.account.email,
      text: texts.accountSettings.emailHint,
      content: (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <EmailSettings {...proof} />
        </Suspense>
      ),
    },
    means.password &&
      options?.password === true && {
        id: 'password',
        title: texts.password,
        text: texts.accountSettings.passwordHint,
        content: <PasswordChange />,
      },
    hasPasskeys && {
      id: 'passkeys',
      title: texts.passkeys.title,
      text: texts.passkeys.hint,
      content: (
        <Suspense fallback={<Skeleton className="h-14" />}>
          <Passkeys {...proof} />
        </Suspense>
      ),
    },
    (means.google || options?.google === true) && {
      id: 'google',
      title: 'Google',
      text: means.google ? texts.accountSettings.googleConnected : texts.accountSettings.googleHint,
      content: !means.google && (
        <GoogleButton from={paths.accountSettings()} text={texts.auth.connectGoogle} />
      ),
    },
  ]
}

const sessions: Section = {
  id: 'sessions',
  title: texts.accountSettings.sessions,
  text: texts.accountSettings.sessionsHint,
  content: <Sessions />,
}

const welcome: Section = {
  id: 'welcome',
  title: texts.accountSettings.welcome,
  text: texts.accountSettings.welcomeHint,
  content: <ButtonLink href={paths.welcome()}>{texts.accountSettings.openWelcome}</ButtonLink>,
}
