import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { lastLogDay } from '../../shared/days.ts'
import { calendarDay, saveLogInput } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { keepDraft, useDraftKeeping } from '../lib/onDevice.ts'
import { newSubmission } from '../lib/submission.ts'
import { changes, readDraft, sameValues, type LogValues } from './draft.ts'

const checked = saveLogInput
  .pick({ rating: true, review: true, favorite: true, relisten: true, visibility: true, tags: true })
  .required()
  .extend({
    date: z
      .string()
      .refine((day) => day === '' || calendarDay.safeParse(day).success, { error: dateProblem, abort: true })
      .refine((day) => day <= lastLogDay(new Date()), texts.logs.dateFuture),
  })

function dateProblem({ input }: { input?: unknown }): string {
  return calendarDay.safeParse(input).error?.issues[0]?.message ?? texts.logs.dateInvalid
}

/** A listening as the server has it; null for one that is yet to be made. */
type Target = { id: number; version: number } | null
export type Saved = { target: Target; values: LogValues }

type DraftForm = {
  form: UseFormReturn<LogValues>
  /** whether the form began with a draft instead of what is saved */
  restored: boolean
  /** which version of which listening the form is about */
  target: () => Target
  /** what a new listening is called */
  submission: string
  /** whether the listening is another than the one that was changed */
  isOutdated: boolean
  setOutdated: (isOutdated: boolean) => void
  /** back to what is saved */
  discard: () => void
  /** what differs from what is saved */
  unsaved: (values: LogValues) => Partial<LogValues>
  /** these values are saved as this version; returns whether nothing else has been typed since */
  saved: (saved: Saved) => boolean
  /** shows what is saved by now, if nothing was typed; else says that it is newer */
  follow: (saved: Saved) => void
  /** begins again with what is saved by now */
  restart: (saved: Saved) => void
  /** what was typed is about this version from now on */
  replaces: (target: Target) => void
  /** the draft of this form can be dropped */
  forget: () => void
}

/**
 * The form of the log dialog. What differs from the saved values (`base`) is kept on the device at `place`
 * while one types, and comes back with the next form there: a failure, a closed dialog or a closed tab loses
 * nothing.
 */
export function useDraftForm(place: string, base: Saved): DraftForm {
  const [draft] = useState(() => {
    const { version, submission = newSubmission(), ...values } = readDraft(place) ?? {}
    return { version, submission, values }
  })
  const begun = { ...base.values, ...draft.values }
  const isChanged = !sameValues(begun, base.values)
  const [restored, setRestored] = useState(isChanged)
  const [isOutdated, setOutdated] = useState(
    isChanged && draft.version !== undefined && draft.version !== base.target?.version,
  )
  const form = useForm<LogValues>({ resolver: zodResolver(checked), defaultValues: begun })
  const { getValues, subscribe, reset } = form
  // What was changed is about the version that it was changed in, until the person has decided.
  const onServer = useRef<Saved>(
    isOutdated && base.target ? { ...base, target: { ...base.target, version: draft.version! } } : base,
  )
  const forgotten = useRef(false)

  const keep = useCallback(() => {
    const values = getValues()
    const { target, values: savedValues } = onServer.current
    const isNothing = forgotten.current || sameValues(values, savedValues)
    const name = target ? { version: target.version } : { submission: draft.submission }
    keepDraft(place, isNothing ? null : { ...changes(values, savedValues), ...name })
  }, [getValues, place, draft])

  // Another tab saved, and deleted the draft that is this one's, too: then it is stored again.
  const touch = useDraftKeeping(place, { keep, onForgotten: keep })
  useEffect(() => subscribe({ formState: { values: true }, callback: touch }), [subscribe, touch])

  const restart = useCallback(
    (saved: Saved) => {
      onServer.current = saved
      // Without it the library forgets its fields until the next render: what is typed meanwhile is ignored, then overwritten.
      reset(saved.values, { keepFieldsRef: true })
      setRestored(false)
      setOutdated(false)
      keep()
    },
    [reset, keep],
  )
  const follow = useCallback(
    (saved: Saved) => {
      const { target, values } = onServer.current
      const isNewer = (saved.target?.version ?? 0) > (target?.version ?? 0)
      const isIt = target === null || target.id === saved.target?.id
      if (!isIt || !isNewer) return
      if (sameValues(getValues(), values)) restart(saved)
      // Of one that is yet to be made only what was written is saved: it overwrites nothing.
      else if (target !== null) setOutdated(true)
    },
    [getValues, restart],
  )
  return {
    form,
    restored,
    target: () => onServer.current.target,
    submission: draft.submission,
    isOutdated,
    setOutdated,
    discard: () => restart(onServer.current),
    unsaved: (values) => changes(values, onServer.current.values),
    saved: (saved) => {
      onServer.current = saved
      setOutdated(false)
      keep()
      return sameValues(getValues(), saved.values)
    },
    follow,
    restart,
    replaces: (target) => {
      onServer.current = { ...onServer.current, target }
      setOutdated(false)
      keep()
    },
    forget: () => {
      forgotten.current = true
      keep()
    },
  }
}
