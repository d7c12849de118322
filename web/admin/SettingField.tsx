import { useId, type ComponentProps } from 'react'
import type { AdminSetting, SettingName } from '../../shared/settingNames.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Field.tsx'

type SettingFieldProps = Pick<ComponentProps<'input'>, 'ref'> & {
  row: AdminSetting
  locked: boolean
  error: string | undefined
  busy: boolean
  onRemove: () => void
  name: string
  onChange: (event: { target: unknown }) => unknown
  onBlur: (event: { target: unknown }) => unknown
}

type Options = readonly (readonly [value: string, text: string])[]

/** The stand-ins of the demo cannot be chosen; only the environment can name them. */
const optionsOf: Partial<Record<SettingName, (value: string | null) => Options>> = {
  REGISTRATION: () => Object.entries(texts.admin.settings.registration),
  CATALOGUE: (value) =>
    Object.entries(texts.admin.settings.catalogues).filter(([name]) => name !== 'demo' || name === value),
}

function stateOf({ source, isSecret, isUnreadable }: AdminSetting, locked: boolean): string | false {
  if (source === 'environment') return texts.admin.setByEnvironment
  if (locked) return texts.admin.notInDemo
  if (isUnreadable) return texts.admin.settings.unreadable
  return isSecret && source === 'stored' && texts.admin.settings.stored
}

/** The field of a setting; a stored one can be removed. */
export function SettingField({ row, locked, error, busy, onRemove, ...control }: SettingFieldProps) {
  const { name, value, source, isSecret, problem } = row
  const id = useId()
  const field = {
    id,
    label: texts.admin.settings.names[name],
    hint: [name, stateOf(row, locked)].filter(Boolean).join(' · '),
    error: error ?? problem ?? undefined,
    disabled: locked,
    className: 'min-w-0 flex-1',
  }
  const options = optionsOf[name]?.(value)
  return (
    <div className="flex flex-wrap items-start gap-x-3">
      {options ? (
        <SelectField {...(control as object)} {...field} options={options} />
      ) : (
        <TextField
          {...control}
          {...field}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {source === 'stored' && !locked && (
        <Button className="mt-6.5" aria-describedby={`${id}-note`} busy={busy} onClick={onRemove}>
          {isSecret ? texts.admin.settings.remove : texts.admin.settings.useDefault}
        </Button>
      )}
    </div>
  )
}
