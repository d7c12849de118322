import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import type { AlbumCard } from '../../shared/catalog.ts'
import { lastLogDay } from '../../shared/days.ts'
import { limits } from '../../shared/limits.ts'
import type { AlbumState, OwnLog } from '../../shared/logs.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, setFieldErrors } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { dateToDay } from '../ui/dates.ts'
import { DialogActions } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/Field.tsx'
import { HeartToggle } from '../ui/HeartToggle.tsx'
import { textLink } from '../ui/Page.tsx'
import { StarInput } from '../ui/StarInput.tsx'
import { toast } from '../ui/toast.ts'
import { useOnce } from '../ui/useOnce.ts'
import { draftPlace, type LogValues } from './draft.ts'
import { RemoveLog } from './RemoveLog.tsx'
import { useDraftForm } from './useDraftForm.ts'
import { useLogChanges } from './useLogChanges.ts'

type LogFormProps = {
  album: AlbumCard
  nickname: string
  /** what the form begins with, unless there is a draft */
  begun: AlbumState
  /** the log as it is known now */
  log: OwnLog | null
  onDone: () => void
}

const savedValues = ({ log, favorite }: AlbumState): LogValues => ({
  rating: log?.rating ?? 0,
  review: log?.review ?? '',
  date: log?.date ?? dateToDay(new Date()),
  favorite,
})

/** The fields of the log dialog. */
export function LogForm({ album, nickname, begun, log, onDone }: LogFormProps) {
  const ref = { artist: album.artist, album: album.name }
  const { viewer } = useViewer()
  const place = draftPlace(nickname, ref)
  const { form, restored, discard, unsaved, saved, forget } = useDraftForm(place, savedValues(begun))
  const { save, remove } = useLogChanges(ref, nickname)
  const values = form.watch()
  const { errors, isSubmitting, isSubmitted } = form.formState

  const touched = { shouldDirty: true, shouldValidate: isSubmitted }

  const submit = form.handleSubmit(async (checked) => {
    const sent = form.getValues()
    try {
      // Only what was changed here: another tab or device may have made the log, or changed the rest of it.
      await save.mutateAsync({ ...ref, today: checked.date, ...unsaved(checked) })
      toast.success(texts.logs.saved)
      if (saved({ ...sent })) onDone()
    } catch (error) {
      if (!setFieldErrors(error, form)) toast.error(errorText(error))
    }
  })
  const submitOnce = useOnce(submit)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submitOnce()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submitOnce()
      }}
    >
      {restored && (
        <p className="mb-5 flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span role="status">{texts.draftRestored}</span>
          <button
            type="button"
            onClick={() => {
              discard()
              form.setFocus('review')
            }}
            className="tap rounded-sleeve py-1 font-semibold text-accent-ink underline-offset-4 hover:underline"
          >
            {texts.discardDraft}
          </button>
        </p>
      )}
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
        error={errors.date?.message}
        className="mb-3"
      />
      <TextArea
        label={texts.logs.review}
        placeholder={texts.logs.reviewHint}
        length={values.review.length}
        limit={limits.review}
        error={errors.review?.message}
        onKeyDown={onKeyDown}
        {...form.register('review')}
      />
      {!viewer && (
        <p role="alert" className="mt-2 flex items-baseline gap-3">
          <span className="font-medium text-danger">{texts.auth.loginRequired}</span>
          <Link href={paths.login()} state={fromHere()} className={textLink}>
            {texts.login}
          </Link>
        </p>
      )}
      <DialogActions>
        {log && (
          <RemoveLog
            album={album}
            busy={remove.isPending}
            onRemove={async () => {
              try {
                await remove.mutateAsync({ id: log.id })
                toast.success(texts.logs.removed)
                forget()
                onDone()
              } catch (error) {
                toast.error(errorText(error))
              }
            }}
          />
        )}
        <Button type="submit" variant="primary" busy={isSubmitting} className="min-w-28">
          {isSubmitting ? texts.saving : texts.save}
        </Button>
      </DialogActions>
    </form>
  )
}
