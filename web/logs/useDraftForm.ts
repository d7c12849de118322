import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { lastLogDay } from '../../shared/days.ts'
import { calendarDay, saveLogInput } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { keepDraft, useDraftKeeping } from '../lib/onDevice.ts'
import { changes, readDraft, sameValues, type LogValues } from './draft.ts'

const checked = saveLogInput
  .pick({ rating: true, review: true, favorite: true })
  .extend({ date: calendarDay })
  .required()
  .refine(({ date }) => date <= lastLogDay(new Date()), { path: ['date'], message: texts.logs.dateFuture })

type DraftForm = {
  form: UseFormReturn<LogValues>
  /** whether the form began with a draft instead of what is saved */
  restored: boolean
  /** back to what is saved */
  discard: () => void
  /** what differs from what is saved */
  unsaved: (values: LogValues) => Partial<LogValues>
  /** these values are saved; returns whether nothing else has been typed since */
  saved: (values: LogValues) => boolean
  /** nothing of this form is worth keeping any more */
  forget: () => void
}

/**
 * The form of the log dialog. What differs from the saved values (`base`) is kept on the device at `place`
 * while one types, and comes back with the next form there: a failure, a closed dialog or a closed tab loses
 * nothing.
 */
export function useDraftForm(place: string, base: LogValues): DraftForm {
  const [draft] = useState(() => readDraft(place))
  const begun = { ...base, ...draft }
  const [restored, setRestored] = useState(!sameValues(begun, base))
  const form = useForm<LogValues>({ resolver: zodResolver(checked), defaultValues: begun })
  const { getValues, subscribe, reset } = form
  const onServer = useRef(base)
  const forgotten = useRef(false)

  const keep = useCallback(() => {
    const values = getValues()
    const isNothing = forgotten.current || sameValues(values, onServer.current)
    keepDraft(place, isNothing ? null : changes(values, onServer.current))
  }, [getValues, place])

  // Another tab saved, and deleted the draft that is this one's, too: then it is stored again.
  const touch = useDraftKeeping(place, { keep, onForgotten: keep })
  useEffect(() => subscribe({ formState: { values: true }, callback: touch }), [subscribe, touch])

  return {
    form,
    restored,
    discard: () => {
      reset(onServer.current)
      setRestored(false)
      keep()
    },
    unsaved: (values) => changes(values, onServer.current),
    saved: (values) => {
      onServer.current = values
      keep()
      return sameValues(getValues(), values)
    },
    forget: () => {
      forgotten.current = true
      keep()
    },
  }
}
