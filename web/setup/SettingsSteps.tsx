import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { AdminSettings } from '../../shared/settingNames.ts'
import { readStep, setupSteps, type LaterStep } from '../../shared/setupSteps.ts'
import { failureOf } from '../lib/failureOf.ts'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { ReadyStep } from './ReadyStep.tsx'
import { SettingsStep } from './SettingsStep.tsx'

/** Fetched once: a later version must not replace what this tab was opened with, or saving could overwrite it unnoticed. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const

/** The steps after the account, one at a time. The address has the step, so that it stays after a reload. */
export default function SettingsSteps() {
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const step = readStep(useQuery().get('step'))
  const settings = trpc.admin.settings.useQuery(undefined, once)
  const [firstStep] = useState(step)
  const [hasMoved, setMoved] = useState(false)
  if (step !== firstStep && !hasMoved) setMoved(true)
  if (step === 'ready') return <ReadyStep />
  if (settings.isError && !settings.data) return <ErrorState {...failureOf(settings)} />
  if (!settings.data) return <RowsSkeleton />

  function adopt(saved: AdminSettings) {
    utils.admin.settings.setData(undefined, saved)
    // Pages that show them: registration, contact, and whether there is mail.
    void utils.auth.options.invalidate()
  }
  const goOn = () => navigate(paths.setupStep(setupSteps[setupSteps.indexOf(step) + 1] as LaterStep))
  return (
    <SettingsStep
      key={step}
      step={step}
      isNext={hasMoved}
      settings={settings.data}
      onSaved={adopt}
      onNewer={() => settings.refetch()}
      onDone={goOn}
    />
  )
}
