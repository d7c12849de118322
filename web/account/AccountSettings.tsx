import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { paths } from '../../shared/paths.ts'
import { GoogleButton, useSignInOptions } from '../auth/GoogleButton.tsx'
import { errorText, trpc } from '../trpc.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import { Sessions } from './Sessions.tsx'

/** How the viewer signs in, where he is signed in, and what is known of him. */
export function AccountSettings() {
  const means = trpc.auth.means.useQuery(undefined, { refetchOnWindowFocus: false })
  const options = useSignInOptions()
  return (
    <div className="mt-16 border-t border-line sm:mt-20">
      {means.isPending && <Skeleton className="mt-12 h-40" />}
      {means.isError && (
        <div role="alert" className="mt-12 flex items-center gap-4">
          <p className="text-danger">{errorText(means.error, texts.account.meansFailed)}</p>
          <Button size="sm" busy={means.isFetching} onClick={() => void means.refetch()}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {means.data?.password && options?.password && (
        <Part title={texts.password} text={texts.account.passwordHint}>
          <PasswordChange />
        </Part>
      )}
      {means.data && (means.data.google || options?.google) && <Google connected={means.data.google} />}
      <Part title={texts.account.sessions} text={texts.account.sessionsHint}>
        <Sessions />
      </Part>
      <Part title={texts.account.data} text={texts.account.dataHint}>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={paths.exportAll()} download>
            <Download size={18} aria-hidden="true" />
            {texts.account.everything}
          </ButtonAnchor>
          <ButtonAnchor href={paths.exportLogs()} download>
            <Download size={18} aria-hidden="true" />
            {texts.account.logsTable}
          </ButtonAnchor>
        </div>
      </Part>
    </div>
  )
}

function Google({ connected }: { connected: boolean }) {
  return (
    <Part
      title="Google"
      text={connected ? texts.account.googleConnected : texts.account.googleHint}
    >
      {!connected && <GoogleButton from={paths.editProfile()} text={texts.auth.connectGoogle} />}
    </Part>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="pt-12">
      <h2 className="heading text-xl">{title}</h2>
      <p className="mt-1 mb-5 text-muted">{text}</p>
      {children}
    </section>
  )
}
