import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { IconButton } from './Button.tsx'
import { formatWeekday } from './dates.ts'
import { TextField } from './Field.tsx'
import { Spinner } from './Spinner.tsx'

const Calendar = lazy(() => import('./Calendar.tsx'))

type DateFieldProps = {
  label?: string
  /** calendar day, 'YYYY-MM-DD' */
  value: string
  /** receives unchecked input; validate it with the schema `calendarDay` */
  onChange: (day: string) => void
  max?: string
  clear?: string
  hint?: string | undefined
  error?: string | undefined
  className?: string
}

export function DateField(props: DateFieldProps) {
  const { label = texts.ui.date, value, onChange, max, clear, hint, error, className } = props
  const [open, setOpen] = useState(false)
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
      error={error}
      hint={[formatWeekday(value), hint].filter(Boolean).join('. ')}
      inputMode="numeric"
      autoComplete="off"
      placeholder={texts.ui.dateShape}
      {...(className ? { className } : {})}
      trailing={
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger asChild>
            <IconButton size="sm" label={texts.ui.chooseDate}>
              <CalendarDays size={18} aria-hidden="true" />
            </IconButton>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="end"
              sideOffset={8}
              collisionPadding={12}
              aria-label={texts.ui.calendar}
              className={
                'z-50 animate-rise rounded-panel bg-surface p-3 shadow-float data-[side=bottom]:[--rise-from:-8px]'
              }
            >
              <Suspense
                fallback={
                  <div className="flex h-80 w-70 items-center justify-center">
                    <Spinner />
                  </div>
                }
              >
                <Calendar
                  value={value}
                  max={max}
                  clear={value === '' ? undefined : clear}
                  onChoose={(day) => {
                    onChange(day)
                    setOpen(false)
                  }}
                />
              </Suspense>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      }
    />
  )
}
