import { useId } from 'react'

type RadioListProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  error?: string | undefined
  onChange: (value: Value) => void
}

export function RadioList<Value extends string>({
  label,
  options,
  value,
  error,
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
      <p id={`${name}-label`} className="text-sm font-semibold">
        {label}
      </p>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 cursor-pointer accent-accent"
          />
          {option.label}
        </label>
      ))}
      <p id={`${name}-note`} aria-live="polite" className="min-h-5 text-sm text-danger">
        {error}
      </p>
    </div>
  )
}
