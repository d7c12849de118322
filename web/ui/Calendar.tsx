import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { tr } from 'react-day-picker/locale/tr'
import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'
import { dateToDay, dayToDate } from './dates.ts'

type CalendarProps = {
  value: string
  max: string | undefined
  /** text of the button that clears the day, if the day is optional */
  clear: string | undefined
  onChoose: (day: string) => void
}

const arrow =
  'inline-flex size-10 items-center justify-center rounded-full text-ink hover:bg-sunken aria-disabled:opacity-30 pointer-coarse:size-11'

const names = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrow,
  button_next: arrow,
  chevron: 'size-4 fill-current',
  month_caption: 'flex h-10 items-center justify-center font-semibold capitalize pointer-coarse:h-11',
  weekday: 'size-10 text-xs font-medium text-muted',
  day: 'group size-10 p-0 text-center text-sm pointer-coarse:size-11',
  day_button:
    'size-10 rounded-full hover:bg-sunken pointer-coarse:size-11 disabled:pointer-events-none disabled:opacity-30 ' +
    'group-data-[selected=true]:bg-accent group-data-[selected=true]:font-semibold ' +
    'group-data-[selected=true]:text-on-accent',
  today: 'font-bold text-accent-ink',
  outside: 'opacity-40',
}

export default function Calendar({ value, max, clear, onChoose }: CalendarProps) {
  const valueDate = dayToDate(value)
  const selected = Number.isNaN(valueDate.getTime()) ? undefined : valueDate
  const last = max === undefined ? undefined : dayToDate(max)
  return (
    <>
      <DayPicker
        mode="single"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- one has just opened it to choose a day
        autoFocus
        locale={texts.language === 'en' ? enGB : tr}
        weekStartsOn={1}
        selected={selected}
        onSelect={(date) => onChoose(dateToDay(date))}
        startMonth={new Date(1900, 0)}
        classNames={names}
        {...(selected ? { defaultMonth: selected } : {})}
        {...(last ? { endMonth: last, disabled: { after: last } } : {})}
      />
      {clear && (
        <Button size="sm" className="mt-2 w-full" onClick={() => onChoose('')}>
          {clear}
        </Button>
      )}
    </>
  )
}
