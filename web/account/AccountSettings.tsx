import { Download, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { GoogleButton, useSignInOptions } from '../auth/GoogleButton.tsx'
import { useHasPasskeys } from '../auth/passkeys.ts'
import { failureOf } from '../lib/failureOf.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { trpc } from '../lib/trpc.ts'
import { ButtonAnchor, ButtonLink } from '../ui/Button.tsx'
import { InlineError } from '../ui/EmptyState.tsx'
import { SettingsSection } from '../ui/SettingsSection.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import { Sessions } from './Sessions.tsx'

const Passkeys = lazy(() => import('../passkeys/Passkeys.tsx'))
const EmailSettings = lazy(() => import('./EmailSettings.tsx'))
const NotificationSettings = lazy(() => import('../notifications/NotificationSettings.tsx'))
const BlockedAndMuted = lazy(() => import('../people/BlockedAndMuted.tsx'))
const SuggestionSettings = lazyPage(() => import('../suggestions/SuggestionSettings.tsx'), 'arriving')
const VisibilitySettings = lazy(() => import('../visibility/VisibilitySettings.tsx'))

export function AccountSettings() {
  const means = trpc.auth.means.useQuery(undefined, { refetchOnWindowFocus: false })
  const options = useSignInOptions()
  const hasPasskeys = useHasPasskeys()
  return (
    <>
      <SettingsSection title={texts.visibility.title} text={texts.visibility.hint}>
        <Suspense fallback={<Skeleton className="h-28" />}>
          <VisibilitySettings />
        </Suspense>
      </SettingsSection>
      <Suspense fallback={<Skeleton className="mb-10 h-40" />}>
        <SuggestionSettings />
      </Suspense>
      <SettingsSection title={texts.notifications.title} text={texts.notifications.settingsHint}>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <NotificationSettings />
        </Suspense>
      </SettingsSection>
      <SettingsSection title={texts.people.blockedAndMuted} text={texts.people.blockedAndMutedHint}>
        <Suspense fallback={<Skeleton className="h-14" />}>
          <BlockedAndMuted />
        </Suspense>
      </SettingsSection>
      {means.isPending && <Skeleton className="mb-10 h-40" />}
      {means.isError && (
        <InlineError
          {...failureOf(means, texts.account.meansFailed)}
          className="border-t border-line py-10"
        />
      )}
      {means.data?.password && options?.password && (
        <SettingsSection title={texts.password} text={texts.account.passwordHint}>
          <PasswordChange />
        </SettingsSection>
      )}
      {means.data && options?.mail && (
        <SettingsSection title={texts.account.email} text={texts.account.emailHint}>
          <Suspense fallback={<Skeleton className="h-28" />}>
            <EmailSettings hasPassword={means.data.password} isFresh={means.data.fresh} />
          </Suspense>
        </SettingsSection>
      )}
      {means.data && hasPasskeys && (
        <SettingsSection title={texts.passkeys.title} text={texts.passkeys.hint}>
          <Suspense fallback={<Skeleton className="h-14" />}>
            <Passkeys hasPassword={means.data.password} isFresh={means.data.fresh} />
          </Suspense>
        </SettingsSection>
      )}
      {means.data && (means.data.google || options?.google) && <Google connected={means.data.google} />}
      <SettingsSection title={texts.account.sessions} text={texts.account.sessionsHint}>
        <Sessions />
      </SettingsSection>
      <SettingsSection title={texts.account.data} text={texts.account.dataHint}>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={paths.exportZip()} download>
            <Download size={18} aria-hidden="true" />
            {texts.account.download}
          </ButtonAnchor>
          <ButtonLink href={paths.import()}>
            <Upload size={18} aria-hidden="true" />
            {texts.layout.import}
          </ButtonLink>
        </div>
      </SettingsSection>
    </>
  )
}

function Google({ connected }: { connected: boolean }) {
  return (
    <SettingsSection
      title="Google"
      text={connected ? texts.account.googleConnected : texts.account.googleHint}
    >
      {!connected && <GoogleButton from={paths.editProfile()} text={texts.auth.connectGoogle} />}
    </SettingsSection>
  )
}
