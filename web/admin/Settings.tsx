import { useRef, useState } from 'react'
import {
  settingForms,
  type AdminSettings,
  type SettingForm,
  type SettingValues,
} from '../../shared/settingNames.ts'
import { failureOf } from '../lib/failureOf.ts'
import { useLeaveGuard } from '../lib/leaveGuard.ts'
import { trpc, trpcClient } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { LeaveDialog } from '../ui/LeaveDialog.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const forms = Object.keys(settingForms) as SettingForm[]

/** Fetched once: a later version must not replace what this tab was opened with, or saving could overwrite it unnoticed. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const

export default function Settings() {
  const utils = trpc.useUtils()
  const settings = trpc.admin.settings.useQuery(undefined, once)
  const [dirtyForms, setDirtyForms] = useState<readonly SettingForm[]>([])
  const lastTurn = useRef<Promise<unknown>>(Promise.resolve())
  const guard = useLeaveGuard(dirtyForms.length > 0)
  if (settings.isError && !settings.data) return <ErrorState {...failureOf(settings)} />
  if (!settings.data) return <RowsSkeleton />

  async function save(values: SettingValues): Promise<AdminSettings> {
    const { version } = utils.admin.settings.getData() ?? settings.data!
    const saved = await trpcClient.admin.saveSettings.mutate({ values, version })
    utils.admin.settings.setData(undefined, saved)
    // Pages that show them: registration, contact, and whether there is mail.
    void utils.auth.options.invalidate()
    void utils.notifications.settings.invalidate()
    return saved
  }
  /** One form after the other: each save has another version. */
  function saveInTurn(values: SettingValues): Promise<AdminSettings> {
    const turn = lastTurn.current.then(() => save(values))
    lastTurn.current = turn.catch(() => undefined)
    return turn
  }
  return (
    <div className="flex max-w-form flex-col gap-12">
      {forms.map((form) => (
        <SettingsForm
          key={form}
          form={form}
          settings={settings.data}
          save={saveInTurn}
          onNewer={() => settings.refetch()}
          onDirty={(isDirty) =>
            setDirtyForms((before) => [...before.filter((each) => each !== form), ...(isDirty ? [form] : [])])
          }
        />
      ))}
      <LeaveDialog guard={guard} text={texts.account.unsaved} onDiscard={() => setDirtyForms([])} />
    </div>
  )
}
