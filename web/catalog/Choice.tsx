import { texts } from '../../shared/texts.ts'
import { Select } from '../ui/Field.tsx'

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  value: Value
  onChoose: (value: Value) => void
}

/** A select above a grid of albums. */
export function Choice<Value extends string>({ label, ...select }: ChoiceProps<Value>) {
  return (
    <label className="flex min-w-0 gap-x-2.5 gap-y-1.5 font-semibold text-muted max-sm:flex-col sm:items-center">
      {label}
      <Select size="sm" {...select} />
    </label>
  )
}

const FIRST = 1900

/** The decades until now, the newest first, with the chosen one. */
function decadesWith(chosenDecade: number | null): number[] {
  const last = Math.floor(new Date().getFullYear() / 10) * 10
  const decades = Array.from({ length: (last - FIRST) / 10 + 1 }, (_, index) => last - index * 10)
  return chosenDecade === null || decades.includes(chosenDecade) ? decades : [...decades, chosenDecade]
}

type DecadeChoiceProps = { decade: number | null; onChoose: (decade: number | null) => void }

export function DecadeChoice({ decade: chosenDecade, onChoose }: DecadeChoiceProps) {
  const decades = decadesWith(chosenDecade)
  return (
    <Choice
      label={texts.catalog.decade}
      options={[
        ['', texts.catalog.all],
        ...decades.map((decade) => [String(decade), texts.catalog.decadeOf(decade)] as const),
      ]}
      value={chosenDecade === null ? '' : String(chosenDecade)}
      onChoose={(value) => onChoose(value === '' ? null : Number(value))}
    />
  )
}
