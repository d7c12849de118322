import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { GrowingText } from './GrowingText.tsx'

/** Common props of all fields. `error` is shown below the field and announced; it replaces `hint`. */
export type FieldProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  className?: string
}

export function useWiring(customId: string | undefined, { error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  const generatedId = useId()
  const id = customId ?? generatedId
  return {
    note: `${id}-note`,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || hint ? `${id}-note` : undefined,
    } as const,
  }
}

export const box = (error: string | undefined) =>
  classes(
    'w-full rounded-control border bg-surface px-3.5 text-base text-ink transition-colors duration-150',
    'placeholder:text-muted disabled:opacity-60',
    error ? 'border-danger' : 'border-edge hover:border-muted focus:border-muted',
  )

type FrameProps = FieldProps & { id: string; note: string; counter?: ReactNode; children: ReactNode }

export function Frame({ label, error, hint, className, id, note, counter, children }: FrameProps) {
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      <div className="flex min-h-5 justify-between gap-4 text-sm">
        <p id={note} aria-live="polite" className={error ? 'text-danger' : 'text-muted'}>
          {error ?? hint}
        </p>
        {counter}
      </div>
    </div>
  )
}

type Counted = { length?: number; limit?: number }

function Counter({ length, limit }: Counted) {
  if (limit === undefined || length === undefined || length <= limit * 0.8) return null
  return (
    <span className={classes('shrink-0', length > limit ? 'text-danger' : 'text-muted')}>
      {length.toLocaleString(texts.numbers)} / {limit.toLocaleString(texts.numbers)}
    </span>
  )
}

type TextFieldProps = FieldProps & Counted & { trailing?: ReactNode } & ComponentProps<'input'>

/** `trailing` is shown inside the box at its end. Other props go to the input. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, className, id: customId, trailing, length, limit, ...rest } = props
  const { note, control } = useWiring(customId, { error, hint })
  const counter = <Counter length={length} limit={limit} />
  return (
    <Frame {...{ label, error, hint, className, note, counter }} id={control.id}>
      <div className="relative">
        <input
          {...rest}
          {...control}
          className={classes(box(error), 'h-11', trailing ? 'pr-12' : undefined)}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </Frame>
  )
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          size="sm"
          label={isShown ? texts.ui.hideCharacters : texts.ui.showCharacters}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  )
}

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'size'> & {
  options: readonly (readonly [value: Value, text: string])[]
  value?: Value
  onChoose?: (value: Value) => void
  size?: 'sm' | 'md'
  error?: string | undefined
}

const selectSizes = { sm: 'h-9 sm:text-sm pointer-coarse:h-11', md: 'h-11' }

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, onChoose, onChange, size = 'md', error, ...rest } = props
  return (
    <div className="relative">
      <select
        {...rest}
        onChange={onChoose ? ({ target }) => onChoose(options[target.selectedIndex]![0]) : onChange}
        className={classes(box(error), selectSizes[size], 'appearance-none pr-10')}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
      />
    </div>
  )
}

export function SelectField<Value extends string>(props: FieldProps & Omit<SelectProps<Value>, 'size'>) {
  const { label, error, hint, className, id: customId, ...rest } = props
  const { note, control } = useWiring(customId, { error, hint })
  return (
    <Frame {...{ label, error, hint, className, note }} id={control.id}>
      <Select {...rest} {...control} error={error} />
    </Frame>
  )
}

type CheckboxProps = { label: string; className?: string } & Omit<ComponentProps<'input'>, 'type'>

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classes('flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold', className)}
    >
      <input {...rest} type="checkbox" className="size-5 shrink-0 cursor-pointer accent-accent" />
      {label}
    </label>
  )
}

type TextAreaProps = FieldProps & Counted & ComponentProps<'textarea'>

/** With `length` and `limit`, a counter is shown near the limit. */
export function TextArea({
  label,
  error,
  hint,
  className,
  id: customId,
  length,
  limit,
  ...rest
}: TextAreaProps) {
  const { note, control } = useWiring(customId, { error, hint })
  const counter = <Counter length={length} limit={limit} />
  return (
    <Frame {...{ label, error, hint, className, note, counter }} id={control.id}>
      <GrowingText
        rows={4}
        {...rest}
        {...control}
        className={classes(box(error), 'max-h-96 min-h-28 resize-y py-2.5')}
      />
    </Frame>
  )
}
