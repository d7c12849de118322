import { useId } from 'react'
import { classes } from '../ui/classes.ts'

type RadioListProps<Value extends string> = {
  label: string
  /** for a group directly below a heading with the same words */
  isLabelHidden?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value | null
  hint?: string | undefined
  error?: string | undefined
  disabled?: boolean
  onChange: (value: Value) => void
}

export function RadioList<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  hint,
  error,
  disabled = false,
  onChange,
}: RadioListProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-describedby={`${name}-note`}
      aria-invalid={error ? true : undefined}
    >
      <p id={`${name}-label`} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </p>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 cursor-pointer accent-accent disabled:cursor-default"
          />
          {option.label}
        </label>
      ))}
      <p
        id={`${name}-note`}
        aria-live="polite"
        className={classes('min-h-5 text-sm', error ? 'text-danger' : 'text-muted')}
      >
        {error ?? hint}
      </p>
    </div>
  )
}
