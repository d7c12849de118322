import { useId } from 'react'
import { classes } from './classes.ts'

type SegmentedProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string; lang?: string }[]
  value: Value
  onChange: (value: Value) => void
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="-my-2 flex shrink-0 gap-1 text-sm font-semibold">
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className={classes(
            'relative flex h-9 items-center rounded-full px-3 text-muted transition-colors duration-150 hover:text-ink',
            'has-checked:bg-sunken has-checked:text-ink pointer-coarse:h-11',
          )}
        >
          {/* The radio button covers the word, so that it receives the click and has the focus ring. */}
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
