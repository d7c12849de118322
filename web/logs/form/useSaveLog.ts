import { useState } from 'react'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { texts } from '../../../shared/texts.ts'
import { keepDraft } from '../../lib/onDevice.ts'
import { errorText, isError, setFieldErrors } from '../../lib/trpc.ts'
import { dateToDay } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { useLogChanges } from '../useLogChanges.ts'
import { changes, draftPlace, inputOf, savedIn, valuesOf, type LogChoice, type LogValues } from './draft.ts'
import type { DraftForm } from './useDraftForm.ts'

type SaveLog = { album: AlbumRef; nickname: string; choice: LogChoice; draft: DraftForm }

/** `save` returns whether everything is saved. The text of a deleted listening (`isGone`) becomes a new listening. */
export function useSaveLog({ album, nickname, choice, draft }: SaveLog) {
  const { form } = draft
  const { save, add } = useLogChanges(album, nickname)
  const [isGone, setGone] = useState(choice !== 'newest' && choice !== 'again' && draft.target() === null)

  /** If an earlier attempt has already arrived, the server returns its result; the rest is then saved. */
  const addAll = async ({ favorite, ...values }: LogValues) => {
    const heart = draft.unsaved({ favorite, ...values }).favorite
    const input = { ...inputOf(values), ...(heart !== undefined && { favorite: heart }) }
    const created = await add.mutateAsync({
      ...album,
      ...input,
      submission: draft.submission,
      today: dateToDay(new Date()),
    })
    if (!created) return null
    const rest = changes({ ...values, favorite: heart ?? created.favorite }, valuesOf(created))
    if (Object.keys(rest).length === 0) return created
    return await save.mutateAsync({ ...album, id: created.id, version: created.version, ...inputOf(rest) })
  }
  /** Saves only the values changed here: another tab or device may have created the listening, or changed the other values. */
  const saveChanges = async (values: LogValues) => {
    const changedValues = draft.unsaved(values)
    // If the date was not changed, a new listening gets the date that the form shows.
    const today = changedValues.date === undefined && values.date ? values.date : dateToDay(new Date())
    return await save.mutateAsync({ ...album, ...draft.target(), today, ...inputOf(changedValues) })
  }

  const noteGone = () => {
    setGone(true)
    draft.replaces(null)
    // The draft of a listening that no longer exists would never be read again.
    keepDraft(draftPlace(nickname, album, 'again'), { ...form.getValues(), submission: draft.submission })
  }
  const trySave = async (checked: LogValues): Promise<boolean> => {
    const sentValues = form.getValues()
    try {
      const log = await (choice === 'again' || isGone ? addAll(checked) : saveChanges(checked))
      await draft.settle()
      if (!log) {
        toast.success(texts.away.waiting)
        return draft.saved({ target: draft.target(), values: { ...sentValues } })
      }
      toast.success(texts.logs.saved)
      return draft.saved({ ...savedIn(log), values: { ...sentValues } })
    } catch (error) {
      if (isError(error, 'logs.changed')) draft.setOutdated(true)
      else if (isError(error, 'logs.notFound')) noteGone()
      else if (!setFieldErrors(error, form)) toast.error(errorText(error))
      return false
    }
  }
  return { save: trySave, isGone, noteGone }
}
