import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  notInDemo,
  settingForms,
  type AdminSetting,
  type AdminSettings,
  type SettingForm,
  type SettingName,
  type SettingValues,
} from '../../shared/settingNames.ts'
import { useFacts } from '../lib/facts.tsx'
import { errorText, isConflict, isError, setFieldErrors } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { SettingField } from './SettingField.tsx'
import { TestMail } from './TestMail.tsx'

export type Values = Partial<Record<SettingName, string>>

type SettingsFormProps = {
  form: SettingForm
  settings: AdminSettings
  save: (values: SettingValues) => Promise<AdminSettings>
  /** fetches the version that somebody else saved */
  onNewer: () => Promise<unknown>
  onDirty: (isDirty: boolean) => void
}

export const valuesOf = (rows: readonly AdminSetting[]): Values =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value ?? '']))

/** Settings that mean nothing without each other are removed together. */
const removedWith: Partial<Record<SettingName, readonly SettingName[]>> = {
  SPOTIFY_CLIENT_ID: settingForms.spotify,
  SPOTIFY_CLIENT_SECRET: settingForms.spotify,
  GOOGLE_CLIENT_ID: settingForms.google,
  SMTP_URL: settingForms.mail,
  SMTP_FROM: settingForms.mail,
}

/** Returns the values with which a stored setting is removed. */
export function removalOf(rows: readonly AdminSetting[], removed: SettingName): SettingValues {
  const stored = rows.filter(({ source }) => source === 'stored').map(({ name }) => name)
  const others = removedWith[removed]?.filter((other) => stored.includes(other)) ?? []
  return Object.fromEntries([removed, ...others].map((name) => [name, null]))
}

const changedIn = (values: Values, dirty: Partial<Record<SettingName, boolean>>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name as SettingName]))

export const isLocked = ({ name, source }: AdminSetting, isDemo: boolean): boolean =>
  source === 'environment' || (isDemo && notInDemo.includes(name))

export function SettingsForm({ form: name, settings, save, onNewer, onDirty }: SettingsFormProps) {
  const id = useId()
  const { isDemo } = useFacts()
  const [isSaving, setSaving] = useState(false)
  const names: readonly SettingName[] = settingForms[name]
  const rows = settings.settings.filter((row) => names.includes(row.name))
  const form = useForm<Values>({ defaultValues: valuesOf(rows) })
  const { handleSubmit, setError, reset, formState } = form
  const { errors, isDirty, dirtyFields } = formState
  const [isUnchecked, setUnchecked] = useState(false)
  const isFixed = rows.every((row) => isLocked(row, isDemo))

  // Another form was saved, or somebody else's version was fetched: what was typed here stays.
  const adopt = useEffectEvent(() => reset(valuesOf(rows), { keepDirtyValues: true, keepErrors: true }))
  useEffect(() => adopt(), [settings])
  const report = useEffectEvent(onDirty)
  useEffect(() => report(isDirty), [isDirty])

  async function store(values: SettingValues) {
    if (isSaving) return
    setSaving(true)
    setUnchecked(false)
    form.clearErrors()
    try {
      const saved = await save(values)
      for (const row of saved.settings) {
        if (!Object.hasOwn(values, row.name)) continue
        const value = values[row.name]
        // Not what was typed meanwhile.
        if (value === null || value === form.getValues(row.name))
          form.resetField(row.name, { defaultValue: row.value ?? '' })
      }
      toast.success(texts.admin.settings.saved)
    } catch (error) {
      if (isConflict(error)) await onNewer()
      setUnchecked(isError(error, 'admin.keyUnchecked'))
      if (!setFieldErrors(error, form)) setError('root', { message: errorText(error, texts.admin.failed) })
    }
    setSaving(false)
  }
  const submit = handleSubmit((values) => store(changedIn(values, dirtyFields)))
  return (
    <form
      noValidate
      data-unsent={isDirty || undefined}
      className="border-t border-line pt-8"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id={id} className="heading text-xl">
        {texts.admin.settings.forms[name]}
      </h2>
      <p className="mt-1 mb-5 max-w-reading text-muted wrap-anywhere">{texts.admin.settings.hints[name]}</p>
      <div className="mb-3 flex flex-col gap-3">
        {rows.map((row) => (
          <SettingField
            key={row.name}
            row={row}
            locked={isLocked(row, isDemo)}
            error={errors[row.name]?.message}
            busy={isSaving}
            onRemove={() => void store(removalOf(rows, row.name))}
            {...form.register(row.name)}
          />
        ))}
      </div>
      <ErrorBanner text={errors.root?.message ?? null} />
      {isUnchecked && <p className="mb-4 text-muted">{texts.admin.settings.saveUnchecked}</p>}
      <div className="flex flex-wrap items-start gap-3">
        <Button type="submit" variant="primary" aria-describedby={id} busy={isSaving} disabled={isFixed}>
          {texts.save}
        </Button>
        {name === 'mail' && <TestMail form={form} />}
      </div>
    </form>
  )
}
