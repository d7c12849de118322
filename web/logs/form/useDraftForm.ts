import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { lastLogDay } from '../../../shared/days.ts'
import { calendarDay, saveLogInput } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import { keepDraft, useDraftKeeping } from '../../lib/onDevice.ts'
import { newSubmission } from '../../lib/submission.ts'
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

/** A listening on the server; null for one that is not created yet. */
type Target = { id: number; version: number } | null
export type Saved = { target: Target; values: LogValues }

type DraftForm = {
  form: UseFormReturn<LogValues>
  /** true if the form started with a draft */
  restored: boolean
  /** returns the id and version of the listening that the form edits */
  target: () => Target
  /** id of the submission of a new listening */
  submission: string
  /** true if the listening was changed elsewhere since */
  isOutdated: boolean
  setOutdated: (isOutdated: boolean) => void
  /** resets the form to the saved values */
  discard: () => void
  /** returns the values that differ from the saved ones */
  unsaved: (values: LogValues) => Partial<LogValues>
  /** records that these values were saved as this version; returns true if nothing was typed since */
  saved: (saved: Saved) => boolean
  /** shows a newer saved version if nothing was typed; otherwise marks the form as outdated */
  follow: (saved: Saved) => void
  /** restarts with a newer saved version */
  restart: (saved: Saved) => void
  /** the typed text refers to this version from now on */
  replaces: (target: Target) => void
  /** stops storing the draft and deletes it */
  forget: () => void
}

/**
 * Form of the log dialog. Values that differ from the saved ones (`base`) are stored on the device under `place` during typing,
 * and restored by the next form there. A failure, a closed dialog or a closed tab loses nothing.
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
  // The draft refers to the version in which it was started, until the user decides.
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

  // When another tab saves, it deletes the draft, which is this tab's, too: store it again.
  const touch = useDraftKeeping(place, { keep, onForgotten: keep })
  useEffect(() => subscribe({ formState: { values: true }, callback: touch }), [subscribe, touch])

  const restart = useCallback(
    (saved: Saved) => {
      onServer.current = saved
      // Without it, React Hook Form forgets its fields until the next render: input meanwhile is ignored, then overwritten.
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
      // Saving a new listening only sends the changed values, so it overwrites nothing.
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
