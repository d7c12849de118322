import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { AlbumEntry, EditAlbumInput } from '../../../shared/albums.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { useLeaveGuard } from '../../lib/leaveGuard.ts'
import { errorText, setFieldErrors, trpc } from '../../lib/trpc.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBanner } from '../../ui/EmptyState.tsx'
import { LeaveDialog } from '../../ui/LeaveDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { AlbumFields } from './AlbumFields.tsx'
import { albumResolvers, inputOf, loadAlbumSchema, valuesOf, type AlbumValues } from './albumForm.ts'
import { useCover } from './useCover.ts'

export function EditAlbum({ entry }: { entry: AlbumEntry }) {
  const { artist, title, isModerator } = entry
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const edit = trpc.albums.edit.useMutation()
  const form = useForm<AlbumValues>({
    resolver: isModerator ? albumResolvers.moderators : albumResolvers.people,
    defaultValues: valuesOf(entry),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const cover = useCover((uploaded) => form.setValue('cover', uploaded, { shouldDirty: true }))
  const guard = useLeaveGuard(isDirty)
  useEffect(loadAlbumSchema, [])

  const submit = useOnce(async () => {
    if (!(await cover.settled())) return
    await form.handleSubmit(async (values) => {
      try {
        const album = await edit.mutateAsync({ album: { artist, album: title }, ...changesOf(values, entry) })
        await utils.invalidate()
        toast.success(texts.albums.saved)
        guard.leave(() => navigate(paths.album(album), { replace: true }))
      } catch (error) {
        if (!setFieldErrors(error, form))
          form.setError('root', { message: errorText(error, texts.albums.saveFailed) })
      }
    })()
  })
  return (
    <form
      noValidate
      aria-label={texts.albums.edit}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <AlbumFields
        form={form}
        cover={cover}
        image={form.getValues('cover') === null ? null : entry.image}
        groups={isModerator ? entry.musicbrainz : null}
      />
      <ErrorBanner text={errors.root?.message ?? null} />
      <div className="mt-5 flex justify-end gap-3">
        <Button onClick={() => navigate(paths.album({ artist, name: title }))}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} className="min-w-28">
          {isSubmitting ? texts.saving : texts.save}
        </Button>
      </div>
      <LeaveDialog guard={guard} text={texts.account.unsaved} onDiscard={() => form.reset()} />
    </form>
  )
}

/** Only what was changed: a service can have completed the rest meanwhile. */
function changesOf(values: AlbumValues, entry: AlbumEntry): Omit<EditAlbumInput, 'album'> {
  const [current, initial] = [inputOf(values), inputOf(valuesOf(entry))]
  const { year, releaseDate, genres, musicbrainz, ...common } = current
  const shown = entry.isModerator ? { ...common, releaseDate, genres, musicbrainz } : { ...common, year }
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof typeof initial]),
    ),
  )
}
