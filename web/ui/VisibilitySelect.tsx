import type { ComponentProps } from 'react'
import { visibilities } from '../../shared/levels.ts'
import { texts } from '../../shared/texts.ts'
import { SelectField } from './Field.tsx'

type VisibilitySelectProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'options' | 'hint'> & {
  label?: string
}

/** Who may see a thing. What is for followers can be seen by anybody who follows: under that choice it says so. */
export function VisibilitySelect({ label = texts.visibility.label, ...rest }: VisibilitySelectProps) {
  const isForFollowers = rest.value === 'followers'
  return (
    <SelectField
      {...rest}
      label={label}
      options={visibilities.map((level) => [level, texts.visibility[level]] as const)}
      hint={isForFollowers ? texts.visibility.anyoneCanFollow : undefined}
    />
  )
}
