import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { AdminSetting, SettingName } from '../../shared/settingNames.ts'
import { SettingField } from '../admin/SettingField.tsx'
import type { Values } from '../admin/SettingsForm.tsx'
import { RadioList } from '../moderation/RadioList.tsx'
import { texts } from '../texts/admin.ts'

type SettingInputProps = {
  row: AdminSetting
  form: UseFormReturn<Values>
  locked: boolean
  busy: boolean
  onRemove: () => void
}

/** Choices, each with all its options in view. */
const choices: Partial<Record<SettingName, { label: string; options: Record<string, string> }>> = {
  REGISTRATION: {
    label: texts.admin.setup.steps.registration,
    options: texts.admin.settings.registration,
  },
  CATALOGUE: {
    label: texts.admin.setup.steps.catalogue,
    options: {
      lastfm: texts.admin.settings.catalogues.lastfm,
      musicbrainz: texts.admin.settings.catalogues.musicbrainz,
    },
  },
}

/** The field of a setting: as in the administration, but a choice is a group of radio buttons. */
export function SettingInput({ row, form, locked, ...rest }: SettingInputProps) {
  const { name, source, problem } = row
  const error = form.formState.errors[name]?.message
  const value = useWatch({ control: form.control, name })
  const choice = choices[name]
  if (!choice)
    return <SettingField row={row} locked={locked} error={error} {...rest} {...form.register(name)} />
  return (
    <RadioList
      label={choice.label}
      isLabelHidden
      options={Object.entries(choice.options).map(([value, label]) => ({ value, label }))}
      value={value ?? null}
      disabled={locked}
      hint={source === 'environment' ? texts.admin.setByEnvironment : undefined}
      error={error ?? problem ?? undefined}
      onChange={(value) => form.setValue(name, value, { shouldDirty: true })}
    />
  )
}
