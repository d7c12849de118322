import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import {
  settingForms,
  type AdminSettings,
  type SettingName,
  type SettingValues,
} from '../../shared/settingNames.ts'
import type { LaterStep } from '../../shared/setupSteps.ts'
import { isLocked, removalOf, valuesOf, type Values } from '../admin/SettingsForm.tsx'
import { TestMail } from '../admin/TestMail.tsx'
import { useFacts } from '../lib/facts.tsx'
import { errorText, isConflict, isError, setFieldErrors, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { SettingInput } from './SettingInput.tsx'
import { Step } from './Step.tsx'
import { WithoutContact } from './WithoutContact.tsx'

type SettingsStepProps = {
  step: Exclude<LaterStep, 'ready'>
  isNext: boolean
  settings: AdminSettings
  onSaved: (saved: AdminSettings) => void
  /** fetches the version that somebody else saved */
  onNewer: () => Promise<unknown>
  onDone: () => void
}

/** One form of the settings; saving or skipping it leads to the next one. */
export function SettingsStep({ step, isNext, settings, onSaved, onNewer, onDone }: SettingsStepProps) {
  const { isDemo } = useFacts()
  const save = trpc.admin.saveSettings.useMutation()
  const names: readonly SettingName[] = settingForms[step]
  const rows = settings.settings.filter((row) => names.includes(row.name))
  const form = useForm<Values>({ defaultValues: valuesOf(rows) })
  const { errors, isDirty } = form.formState
  const [isUnchecked, setUnchecked] = useState(false)
  const isMusicBrainz = useWatch({ control: form.control, name: 'CATALOGUE' }) === 'musicbrainz'
  const shown = rows.filter(({ name }) => name !== 'LASTFM_API_KEY' || !isMusicBrainz)
  const open = shown.filter((row) => !isLocked(row, isDemo))
  const hasContact = settings.settings.some(({ name, value }) => name === 'CONTACT' && value)

  // Input stays when somebody else's version was fetched.
  const adopt = useEffectEvent(() => form.reset(valuesOf(rows), { keepDirtyValues: true, keepErrors: true }))
  useEffect(() => adopt(), [settings])

  async function store(values: SettingValues, done: () => void) {
    if (save.isPending) return
    setUnchecked(false)
    form.clearErrors()
    try {
      onSaved(await save.mutateAsync({ values, version: settings.version }))
      done()
    } catch (error) {
      if (isConflict(error)) await onNewer()
      setUnchecked(isError(error, 'admin.keyUnchecked'))
      if (!setFieldErrors(error, form))
        form.setError('root', { message: errorText(error, texts.admin.failed) })
    }
  }
  const submit = form.handleSubmit(async (values) => {
    const key = open.find(({ name }) => name === 'LASTFM_API_KEY')
    const isKeyMissing = key && key.source === 'default' && !values.LASTFM_API_KEY?.trim()
    if (isKeyMissing)
      return form.setError('LASTFM_API_KEY', { message: texts.admin.setup.keyMissing }, { shouldFocus: true })
    await store(Object.fromEntries(open.map(({ name }) => [name, values[name] ?? ''])), onDone)
  })
  const remove = (name: SettingName) => {
    const removed = removalOf(shown, name)
    return store(removed, () => {
      for (const each of Object.keys(removed) as SettingName[]) form.resetField(each, { defaultValue: '' })
    })
  }
  return (
    <Step step={step} isNext={isNext} hint={texts.admin.settings.hints[step]}>
      <form noValidate data-unsent={isDirty || undefined} onSubmit={(event) => void submit(event)}>
        <div className="flex flex-col gap-2">
          {shown.map((row) => (
            <SettingInput
              key={row.name}
              row={row}
              form={form}
              locked={isLocked(row, isDemo)}
              busy={save.isPending}
              onRemove={() => void remove(row.name)}
            />
          ))}
        </div>
        {step === 'catalogue' && isMusicBrainz && !hasContact && <WithoutContact />}
        <ErrorBanner text={errors.root?.message ?? null} />
        {isUnchecked && <p className="mb-4 text-muted">{texts.admin.settings.saveUnchecked}</p>}
        <div className="mt-2 flex flex-wrap items-start gap-3">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={open.length === 0}>
            {texts.save}
          </Button>
          <Button disabled={save.isPending} onClick={onDone}>
            {texts.admin.setup.skip}
          </Button>
          {step === 'mail' && <TestMail form={form} />}
        </div>
      </form>
    </Step>
  )
}
