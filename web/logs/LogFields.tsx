import type { KeyboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { entersFeeds, lastLogDay } from '../../shared/days.ts'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { MentionBox } from '../comments/MentionBox.tsx'
import { TagInput } from '../tags/TagInput.tsx'
import { DateField } from '../ui/DateField.tsx'
import { dateToDay, dayToDate } from '../ui/dates.ts'
import { Checkbox, TextArea } from '../ui/Field.tsx'
import { HeartToggle } from '../ui/HeartToggle.tsx'
import { StarInput } from '../ui/StarInput.tsx'
import { VisibilitySelect } from '../ui/VisibilitySelect.tsx'
import type { LogValues } from './form/draft.ts'

type LogFieldsProps = {
  form: UseFormReturn<LogValues>
  /** true if saving creates a listening */
  isNew: boolean
  /** handler for the review, in which Enter adds a line */
  onKeyDown: (event: KeyboardEvent) => void
}

export function LogFields({ form, isNew, onKeyDown }: LogFieldsProps) {
  const values = form.watch()
  const { errors, isSubmitted } = form.formState
  const touched = { shouldDirty: true, shouldValidate: isSubmitted }
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-4">
        <StarInput value={values.rating} onChange={(rating) => form.setValue('rating', rating, touched)} />
        <HeartToggle
          label={texts.logs.favorite}
          pressed={values.favorite}
          onChange={(favorite) => form.setValue('favorite', favorite, touched)}
          className="-mr-2.5"
        />
      </div>
      <DateField
        value={values.date}
        onChange={(date) => form.setValue('date', date, touched)}
        max={lastLogDay(new Date())}
        clear={texts.logs.clearDate}
        hint={dateHint(values.date, isNew)}
        error={errors.date?.message}
        className="mb-3"
      />
      <MentionBox text={values.review}>
        <TextArea
          label={texts.logs.review}
          placeholder={texts.logs.reviewHint}
          length={values.review.length}
          limit={limits.review}
          error={errors.review?.message}
          onKeyDown={onKeyDown}
          {...form.register('review')}
        />
      </MentionBox>
      <TagInput
        value={values.tags}
        onChange={(tags) => form.setValue('tags', tags, touched)}
        error={errors.tags?.message}
        className="mb-2"
      />
      <Checkbox
        label={texts.logs.relisten}
        checked={values.relisten}
        onChange={({ target }) => form.setValue('relisten', target.checked, touched)}
        className="-mt-2 mb-2"
      />
      <VisibilitySelect {...form.register('visibility')} value={values.visibility} />
    </>
  )
}

/** Returns a hint for an unusual date. */
function dateHint(day: string, isNew: boolean): string | undefined {
  if (day === '') return texts.logs.noDateHint
  const isDay = !Number.isNaN(dayToDate(day).getTime())
  return isNew && isDay && !entersFeeds(day, dateToDay(new Date())) ? texts.logs.entersNoFeed : undefined
}
