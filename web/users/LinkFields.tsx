import { Plus, X } from 'lucide-react'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { limits } from '../../shared/limits.ts'
import { socialTypes } from '../../shared/links.ts'
import { texts } from '../../shared/texts.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import type { ProfileValues } from './profileForm.ts'
import { socialKinds } from './ProfileLinks.tsx'

const address = {
  type: 'url',
  inputMode: 'url',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

export function LinkFields({ form }: { form: UseFormReturn<ProfileValues> }) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'custom' })
  const { errors } = formState
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-2">
      {socialTypes.map((type) => (
        <TextField
          key={type}
          {...address}
          label={socialKinds[type].name}
          placeholder={socialKinds[type].example}
          error={errors[type]?.message}
          {...register(type)}
        />
      ))}
      {fields.map(({ id }, index) => (
        <TextField
          key={id}
          {...address}
          label={texts.users.link(index + 1)}
          placeholder="https://"
          error={errors.custom?.[index]?.url?.message}
          trailing={
            <IconButton size="sm" label={texts.users.removeLink(index + 1)} onClick={() => remove(index)}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          }
          {...register(`custom.${index}.url`)}
        />
      ))}
      {fields.length < limits.customLinks && (
        <Button
          size="sm"
          className="self-start justify-self-start sm:mt-7.5"
          onClick={() => append({ url: '' })}
        >
          <Plus size={16} aria-hidden="true" />
          {texts.users.addLink}
        </Button>
      )}
    </div>
  )
}
