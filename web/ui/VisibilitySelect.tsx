import type { ComponentProps } from 'react'
import { visibilities } from '../../shared/levels.ts'
import { texts } from '../../shared/texts.ts'
import { fiveMinutes, trpc } from '../lib/trpc.ts'
import { SelectField } from './Field.tsx'

type VisibilitySelectProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'> & {
  label?: string
}

/** The select of who may see a thing. Under 'Followers' it says that anybody can follow a public account. */
export function VisibilitySelect({ label = texts.visibility.label, hint, ...rest }: VisibilitySelectProps) {
  const isForFollowers = rest.value === 'followers'
  const settings = trpc.visibility.mine.useQuery(undefined, {
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
