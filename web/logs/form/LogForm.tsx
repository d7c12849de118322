import { useEffect, useState, type KeyboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'wouter'
import type { AlbumCard, AlbumRef } from '../../../shared/catalog.ts'
import { entersFeeds, lastLogDay } from '../../../shared/days.ts'
import { limits } from '../../../shared/limits.ts'
import type { AlbumState } from '../../../shared/logs.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { fromHere } from '../../auth/from.ts'
import { useViewer } from '../../auth/viewer.tsx'
import { MentionBox } from '../../comments/MentionBox.tsx'
import { errorText, fiveMinutes, trpc } from '../../lib/trpc.ts'
import { Button } from '../../ui/Button.tsx'
import { Conflict } from '../../ui/Conflict.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { dateToDay, dayToDate } from '../../ui/dates.ts'
import { ConfirmDialog, DialogActions } from '../../ui/Dialog.tsx'
import { DraftRestored } from '../../ui/DraftRestored.tsx'
import { Checkbox, TextArea } from '../../ui/Field.tsx'
import { HeartToggle } from '../../ui/HeartToggle.tsx'
import { isEnter } from '../../ui/keys.ts'
import { textLink } from '../../ui/Page.tsx'
import { StarInput } from '../../ui/StarInput.tsx'
import { toast } from '../../ui/toast.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { VisibilitySelect } from '../../visibility/VisibilitySelect.tsx'
import { useLogChanges } from '../useLogChanges.ts'
import { initialForm, savedIn, type LogChoice, type LogValues } from './draft.ts'
import { TagInput } from './TagInput.tsx'
import { useDraftForm } from './useDraftForm.ts'
import { useSaveLog } from './useSaveLog.ts'

type LogFormProps = {
  album: AlbumCard
  nickname: string
  choice: LogChoice
  day: string | undefined
  initial: AlbumState
  onDone: () => void
}

export function LogForm({ album, nickname, choice, day, initial, onDone }: LogFormProps) {
  const ref = { artist: album.artist, album: album.name }
  const { viewer } = useViewer()
  const { client } = trpc.useUtils()
  const [{ place, saved: base }] = useState(() => initialForm({ nickname, album: ref, choice, day }, initial))
  const draft = useDraftForm(place, base)
  const { form, follow } = draft
  const { remove } = useLogChanges(ref, nickname)
  const { save, isGone, noteGone } = useSaveLog({ album: ref, nickname, choice, draft })
  const { isSubmitting } = form.formState
  // Ignore listenings created while the form was open.
  const current = useCurrentState(ref, choice, initial)
  const log = choice === 'again' || isGone ? null : current.log

  useEffect(() => {
    // A running submission creates a newer version itself.
    if (log && !isSubmitting) follow(savedIn(log))
  }, [log, follow, isSubmitting])

  const submit = form.handleSubmit(async (checked) => {
    const isDone = await save(checked)
    if (isDone) onDone()
  })
  const submitOnce = useOnce(submit)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event.nativeEvent) && (event.ctrlKey || event.metaKey)) void submitOnce()
  }

  const readNewer = async () => {
    try {
      const { log: newer } = await client.logs.mine.query({ ...ref, id: draft.target()!.id })
      if (!newer) noteGone()
      return newer
    } catch (error) {
      toast.error(errorText(error))
      return null
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submitOnce()
      }}
    >
      {draft.isOutdated && (
        <Conflict
          text={texts.logs.changed}
          isChanged
          read={readNewer}
          onNewer={(newer) => {
            void draft.settle()
            draft.restart(savedIn(newer))
          }}
          onMine={({ id, version }) => {
            draft.replaces({ id, version })
            void submitOnce()
          }}
          className="mb-5"
        />
      )}
      {isGone && (
        <p role="alert" className="mb-5 font-medium text-danger">
          {texts.logs.logGone}
        </p>
      )}
      {draft.restored && (
        <DraftRestored className="mb-5" onDiscard={() => (draft.discard(), form.setFocus('review'))} />
      )}
      <LogFields form={form} isNew={log === null} onKeyDown={onKeyDown} />
      {!viewer && <LoginRequired />}
      <DialogActions>
        {log && (
          <RemoveLog
            album={album}
            isOneOfMany={current.listens > 1}
            busy={remove.isPending}
            onRemove={async () => {
              try {
                await remove.mutateAsync({ id: log.id })
                toast.success(texts.logs.removed)
                draft.forget()
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

/** Returns the current data of the listening that the form started with, even if it is no longer the newest one. */
function useCurrentState(ref: AlbumRef, choice: LogChoice, initial: AlbumState): AlbumState {
  const { viewer } = useViewer()
  const { data } = trpc.logs.mine.useQuery(initial.log ? { ...ref, id: initial.log.id } : ref, {
    enabled: viewer !== null && choice !== 'again',
    initialData: initial,
    staleTime: fiveMinutes,
  })
  // The cached data is deleted when the session ends; the typed text stays.
  return data ?? initial
}

function LoginRequired() {
  return (
    <p role="alert" className="mt-2 flex items-baseline gap-3">
      <span className="font-medium text-danger">{texts.auth.loginRequired}</span>
      <Link href={paths.login()} state={fromHere()} className={textLink}>
        {texts.login}
      </Link>
    </p>
  )
}

type LogFieldsProps = {
  form: UseFormReturn<LogValues>
  isNew: boolean
  /** handler for the review, in which Enter adds a line */
  onKeyDown: (event: KeyboardEvent) => void
}

function LogFields({ form, isNew, onKeyDown }: LogFieldsProps) {
  const values = form.watch()
  const { errors, isSubmitted } = form.formState
  const setOptions = { shouldDirty: true, shouldValidate: isSubmitted }
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-4">
        <StarInput value={values.rating} onChange={(rating) => form.setValue('rating', rating, setOptions)} />
        <HeartToggle
          label={texts.logs.favorite}
          pressed={values.favorite}
          onChange={(favorite) => form.setValue('favorite', favorite, setOptions)}
          className="-mr-2.5"
        />
      </div>
      <DateField
        value={values.date}
        onChange={(date) => form.setValue('date', date, setOptions)}
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
        onChange={(tags) => form.setValue('tags', tags, setOptions)}
        error={errors.tags?.message}
        className="mb-2"
      />
      <Checkbox
        label={texts.logs.relisten}
        checked={values.relisten}
        onChange={({ target }) => form.setValue('relisten', target.checked, setOptions)}
        className="-mt-2 mb-2"
      />
      <VisibilitySelect {...form.register('visibility')} value={values.visibility} />
    </>
  )
}

function dateHint(day: string, isNew: boolean): string | undefined {
  if (day === '') return texts.logs.noDateHint
  const isDay = !Number.isNaN(dayToDate(day).getTime())
  return isNew && isDay && !entersFeeds(day, dateToDay(new Date())) ? texts.logs.entersNoFeed : undefined
}

type RemoveLogProps = {
  album: AlbumCard
  isOneOfMany: boolean
  busy: boolean
  onRemove: () => Promise<void>
}

function RemoveLog({ album, isOneOfMany, busy, onRemove }: RemoveLogProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="mr-auto h-11 rounded-control font-semibold text-danger underline-offset-4 hover:underline"
      >
        {texts.logs.removeLog}
      </button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.logs.removeLogTitle}
        text={isOneOfMany ? texts.logs.removesOneLog : texts.logs.removesLog(album.name)}
        verb={texts.delete}
        busy={busy}
        onConfirm={() => void onRemove().finally(() => setAsking(false))}
      />
    </>
  )
}
