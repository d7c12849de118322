import { RadioGroup } from 'radix-ui'

type SegmentedProps<Value extends string> = {
  /** the accessible name */
  label: string
  options: readonly { value: Value; label: string; lang?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice between a few short words. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="-my-2 flex shrink-0 gap-1 text-sm font-semibold"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          lang={option.lang}
          className={
            'h-9 rounded-full px-3 text-muted transition-colors duration-150 hover:text-ink pointer-coarse:h-11 ' +
            'data-[state=checked]:bg-sunken data-[state=checked]:text-ink'
          }
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
