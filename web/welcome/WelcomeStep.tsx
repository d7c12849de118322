import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/arriving.ts'
import { Button } from '../ui/Button.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { toast } from '../ui/toast.ts'
import { useOnce } from '../ui/useOnce.ts'
import { forgetPicks } from './picks.ts'

type WelcomeStepProps = {
  step: 1 | 2 | 3
  title: string
  hint: string
  /** undefined on the last step, which ends the welcome */
  onNext?: () => Promise<void>
  isBusy?: boolean
  /** at the left of the buttons */
  status?: string
  children: ReactNode
}

export function WelcomeStep({
  step,
  title,
  hint,
  onNext,
  isBusy = false,
  status,
  children,
}: WelcomeStepProps) {
  usePageTitle(title)
  const { finish, isFinishing } = useFinish()
  const next = useOnce(onNext ?? finish)
  return (
    <Page>
      <p className="text-sm font-semibold text-muted">{texts.arriving.step(step)}</p>
      <PageHeading className="mt-1 text-3xl">{title}</PageHeading>
      <p className="mt-3 max-w-reading text-lg text-muted">{hint}</p>
      <div className="mt-8 min-h-[45svh]">{children}</div>
      <div
        className={
          'sticky bottom-0 z-10 -mx-4 mt-8 flex items-center gap-3 border-t border-line bg-page px-4 pt-3 ' +
          'pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6'
        }
      >
        <p className="min-w-0 flex-1 truncate text-sm text-muted">{status}</p>
        <Button variant="plain" busy={isFinishing} onClick={() => void finish()}>
          {texts.arriving.skip}
        </Button>
        <Button
          variant="primary"
          busy={onNext ? isBusy : isFinishing}
          onClick={() => void next()}
          className="min-w-28"
        >
          {onNext ? texts.arriving.next : texts.arriving.done}
        </Button>
      </div>
    </Page>
  )
}

/** Ends the welcome: it is not offered again, and the viewer goes on at their activity. */
function useFinish(): { finish: () => Promise<void>; isFinishing: boolean } {
  const { viewer, changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const welcome = trpc.users.welcome.useMutation()
  const finish = useOnce(async () => {
    try {
      if (!viewer?.isWelcomed) await changeViewer(await welcome.mutateAsync())
      if (viewer) forgetPicks(viewer.nickname)
      navigate(paths.activity())
    } catch (error) {
      toast.error(errorText(error))
    }
  })
  return { finish, isFinishing: welcome.isPending }
}
