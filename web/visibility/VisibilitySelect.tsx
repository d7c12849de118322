import type { ComponentProps } from 'react'
import { visibilities } from '../../shared/levels.ts'
import { texts } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { fiveMinutes, trpc } from '../lib/trpc.ts'
import { SelectField } from '../ui/Field.tsx'

type VisibilitySelectProps = Omit<ComponentProps<typeof SelectField<Visibility>>, 'label' | 'options'> & {
  label?: string
}

/** For 'Followers' of a public account, notes that anybody can follow. */
export function VisibilitySelect({ label = texts.visibility.label, hint, ...rest }: VisibilitySelectProps) {
  const isForFollowers = rest.value === 'followers'
  const settings = trpc.visibility.settings.useQuery(undefined, {
    enabled: isForFollowers,
    staleTime: fiveMinutes,
  })
  const isOpen = settings.data?.isPrivate !== true
  return (
    <SelectField
      {...rest}
      label={label}
      options={visibilities.map((level) => [level, texts.visibility[level]] as const)}
      hint={isForFollowers && isOpen ? texts.visibility.anyoneCanFollow : hint}
    />
  )
}
