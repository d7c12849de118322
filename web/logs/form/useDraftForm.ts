import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { lastLogDay } from '../../../shared/days.ts'
import { calendarDay, saveLogInput } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import { keepDraft, useDraftKeeping } from '../../lib/onDevice.ts'
import { newSubmission } from '../../lib/submission.ts'
import { settleChanged } from '../../offline/submit.ts'
import { changes, readDraft, sameValues, type LogValues, type Saved, type Target } from './draft.ts'

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

/** A draft refers to the version in which it was started. */
function initialDraft(place: string, base: Saved) {
  const { version, submission = newSubmission(), decides, ...typed } = readDraft(place) ?? {}
  const { target } = base
  const values = { ...base.values, ...typed }
  const isChanged = !sameValues(values, base.values)
  const isOutdated = isChanged && version !== undefined && version !== target?.version
  const saved = isOutdated && target ? { ...base, target: { ...target, version } } : base
  return { values, submission, decides, saved, isChanged, isOutdated }
}

/** True for a newer version of the listening that the form edits, or for the one that it was going to create. */
const isNewer = (saved: Target, edited: Target): boolean =>
  (edited === null || edited.id === saved?.id) && (saved?.version ?? 0) > (edited?.version ?? 0)

export type DraftForm = ReturnType<typeof useDraftForm>

/** Values that differ from `base` are stored on the device under `place` during typing, and restored by the next form there. */
export function useDraftForm(place: string, base: Saved) {
  const [initial] = useState(() => initialDraft(place, base))
  const [restored, setRestored] = useState(initial.isChanged)
  const [isOutdated, setOutdated] = useState(initial.isOutdated)
  const form = useForm<LogValues>({ resolver: zodResolver(checked), defaultValues: initial.values })
  const { getValues, reset } = form
  const { onServer, takeDecided, settle, setOnServer, forget } = useKeptValues(place, form, initial)

  const restart = useCallback(
    (saved: Saved) => {
      // Without it, React Hook Form forgets its fields until the next render: input meanwhile is ignored, then overwritten.
      reset(saved.values, { keepFieldsRef: true })
      setRestored(false)
      setOutdated(false)
      setOnServer(saved)
    },
    [reset, setOnServer],
  )
  /** Shows a newer saved version if nothing was typed; otherwise marks the form as outdated. */
  const follow = useCallback(
    (saved: Saved) => {
      const { target, values } = onServer.current
      if (!isNewer(saved.target, target)) return
      if (sameValues(getValues(), values)) restart(saved)
      // Saving a new listening only sends the changed values, so it overwrites nothing.
      else if (target !== null) setOutdated(true)
    },
    [onServer, getValues, restart],
  )
  return {
    form,
    restored,
    target: () => onServer.current.target,
    submission: initial.submission,
    isOutdated,
    setOutdated,
    discard: () => {
      takeDecided()
      restart(onServer.current)
    },
    settle,
    unsaved: (values: LogValues) => changes(values, onServer.current.values),
    /** records that these values were saved as this version; returns true if nothing was typed since */
    saved: (saved: Saved) => {
      setOutdated(false)
      setOnServer(saved)
      return sameValues(getValues(), saved.values)
    },
    follow,
    restart,
    /** the typed text refers to this version from now on */
    replaces: (target: Target) => {
      setOutdated(false)
      setOnServer({ ...onServer.current, target })
    },
    forget,
  }
}

function useKeptValues(
  place: string,
  { getValues, subscribe }: UseFormReturn<LogValues>,
  { saved, submission, ...initial }: ReturnType<typeof initialDraft>,
) {
  const onServer = useRef(saved)
  const decides = useRef(initial.decides)
  const isForgotten = useRef(false)
  const keep = useCallback(() => {
    const values = getValues()
    const { target, values: savedValues } = onServer.current
    const isNothing = isForgotten.current || sameValues(values, savedValues)
    const name = target ? { version: target.version, decides: decides.current } : { submission }
    keepDraft(place, isNothing ? null : { ...changes(values, savedValues), ...name })
  }, [getValues, place, submission])

  // When another tab saves, it deletes the draft, which is this tab's, too: store it again.
  const touch = useDraftKeeping(place, { keep, onForgotten: keep })
  useEffect(() => subscribe({ formState: { values: true }, callback: touch }), [subscribe, touch])

  const setOnServer = useCallback(
    (next: Saved) => {
      onServer.current = next
      keep()
    },
    [keep],
  )
  /** Returns the submission of the saving that the draft was made from, only once. */
  const takeDecided = () => {
    const submission = decides.current
    decides.current = undefined
    return submission
  }
  /** Removes the waiting saving that the draft was made from, after the user has decided. */
  const settle = async () => {
    const submission = takeDecided()
    if (submission) await settleChanged(submission)
  }
  const forget = () => {
    isForgotten.current = true
    keep()
  }
  return { onServer, takeDecided, settle, setOnServer, forget }
}
