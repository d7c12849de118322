import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { rowIdIn } from '../../../shared/address.ts'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { draftKinds, keepDraft, partsOf, readOnDevice, useDraftKeeping } from '../../lib/onDevice.ts'
import { newSubmission } from '../../lib/submission.ts'
import { errorText, isError, setFieldErrors, trpc } from '../../lib/trpc.ts'
import { addToDraft } from '../../lists/addedAlbums.ts'
import { Button } from '../../ui/Button.tsx'
import { DraftRestored } from '../../ui/DraftRestored.tsx'
import { ErrorBanner } from '../../ui/EmptyState.tsx'
import { textLink } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { AlbumFields } from './AlbumFields.tsx'
import { albumResolvers, emptyAlbum, inputOf, loadAlbumSchema, type AlbumValues } from './albumForm.ts'
import { useCover } from './useCover.ts'

/** From the address of the page: names that fill in the form, and the list or import for which the album is added. */
export type Origin = {
  artist: string
  title: string
  /** the list whose draft gets the album; 0 for a list that is not created yet */
  list: number | null
  importRow: { id: number; row: number } | null
}

export function readOrigin(query: URLSearchParams): Origin {
  const [id, row] = [rowIdIn(query.get('import')), rowIdIn(query.get('row'))]
  return {
    artist: query.get('artist') ?? '',
    title: query.get('title') ?? '',
    list: query.get('list') === '0' ? 0 : rowIdIn(query.get('list')),
    importRow: id !== null && row !== null ? { id, row } : null,
  }
}

type Form = UseFormReturn<AlbumValues>
type AddAlbumProps = { nickname: string; origin: Origin }

export function AddAlbum({ nickname, origin }: AddAlbumProps) {
  const { artist, title } = origin
  const initial = { ...emptyAlbum, artist, title }
  const form = useForm<AlbumValues>({ resolver: albumResolvers.people, defaultValues: initial })
  const { errors, isSubmitting } = form.formState
  const [twin, setTwin] = useState<AlbumRefOf | null>(null)
  const draft = useKept(`${draftKinds.album}:${nickname}`, form, initial)
  const cover = useCover((uploaded) => form.setValue('cover', uploaded ?? undefined))
  useEffect(loadAlbumSchema, [])
  const submit = useSubmit(form, {
    nickname,
    origin,
    isUploaded: cover.settled,
    onAdded: draft.forget,
    onTwin: setTwin,
  })
  const submitOnce = useOnce(() => submit({ another: false }))
  const submitAnother = useOnce(() => submit({ another: true }))
  return (
    <form
      noValidate
      aria-label={texts.albums.add}
      onSubmit={(event) => {
        event.preventDefault()
        void submitOnce()
      }}
    >
      {draft.isRestored && <DraftRestored className="mb-6" onDiscard={draft.discard} />}
      <AlbumFields form={form} cover={cover} image={null} groups={null} />
      {twin && <AlreadyHere album={twin} onAnother={() => void submitAnother()} busy={isSubmitting} />}
      <ErrorBanner text={errors.root?.message ?? null} />
      <div className="mt-5 flex justify-end">
        <Button type="submit" variant="primary" busy={isSubmitting} className="min-w-28">
          {texts.albums.submit}
        </Button>
      </div>
    </form>
  )
}

type AlbumRefOf = { artist: string; name: string }

function AlreadyHere({
  album,
  onAnother,
  busy,
}: {
  album: AlbumRefOf
  onAnother: () => void
  busy: boolean
}) {
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-sunken p-4"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        {texts.albums.alreadyHere}:{' '}
        <Link href={paths.album(album)} className={textLink}>
          {texts.catalog.albumBy(album.name, album.artist)}
        </Link>
      </p>
      <Button size="sm" busy={busy} onClick={onAnother}>
        {texts.albums.another}
      </Button>
    </div>
  )
}

type Submitting = {
  nickname: string
  origin: Origin
  isUploaded: () => Promise<boolean>
  onAdded: () => void
  onTwin: (album: AlbumRefOf | null) => void
}

type WantedNames = { artist: string; title: string; year: number | null; another: boolean }

function useSubmit(form: Form, { nickname, origin, isUploaded, onAdded, onTwin }: Submitting) {
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const add = trpc.albums.add.useMutation()
  // The same input must not make a second album when it is sent again.
  const submission = useRef({ input: '', id: '' })

  /** Another album of the names has its year in its own: it is the twin, unless the plain one is of that year. */
  const findTwin = async ({ artist, title, year, another }: WantedNames) => {
    const plain = { artist, name: title }
    if (!another) return plain
    const album = await utils.catalog.album.fetch({ artist, album: title }).catch(() => null)
    return album?.year === year ? plain : { artist, name: `${title.trim()} (${year})` }
  }
  const finish = async (album: AlbumCard) => {
    const ref = { artist: album.artist, album: album.name }
    if (origin.list !== null) addToDraft({ nickname, list: origin.list }, album)
    if (origin.importRow)
      await utils.client.imports.choose.mutate({ ...origin.importRow, album: ref }).catch(() => null)
    onAdded()
    await utils.catalog.album.invalidate(ref)
    toast.success(texts.albums.added)
    navigate(paths.album(album))
  }
  return async ({ another }: { another: boolean }) => {
    onTwin(null)
    if (!(await isUploaded())) return
    await form.handleSubmit(async (values) => {
      const { genres: _, releaseDate: __, musicbrainz: ___, ...input } = { ...inputOf(values), another }
      const text = JSON.stringify(input)
      if (submission.current.input !== text) submission.current = { input: text, id: newSubmission() }
      try {
        await finish(await add.mutateAsync({ ...input, submission: submission.current.id }))
      } catch (error) {
        if (isError(error, 'albums.alreadyHere')) onTwin(await findTwin(input))
        else if (!setFieldErrors(error, form))
          form.setError('root', { message: errorText(error, texts.albums.addFailed) })
      }
    })()
  }
}

/** Keeps what is typed on the device until the album is added, and restores it. The names of a link come first. */
function useKept(place: string, form: Form, initial: AlbumValues) {
  const [isRestored, setRestored] = useState(false)
  const isOver = useRef(false)
  const { getValues, reset, watch } = form
  const keep = useCallback(() => {
    const { cover: _, ...typed } = getValues()
    const isNothing = isOver.current || Object.values(typed).every((value) => value.trim() === '')
    keepDraft(place, isNothing ? null : typed)
  }, [place, getValues])
  const onForgotten = useCallback(() => undefined, [])
  const touch = useDraftKeeping(place, { keep, onForgotten })
  const restore = useRef(() => {
    if (initial.artist !== '' || initial.title !== '') return
    const kept = partsOf<AlbumValues>(readOnDevice(place))
    const texts = Object.entries(kept).filter(
      ([name, value]) => name in emptyAlbum && typeof value === 'string' && value !== '',
    )
    if (texts.length === 0) return
    reset({ ...initial, ...Object.fromEntries(texts) })
    setRestored(true)
  })
  useEffect(() => restore.current(), [])
  useEffect(() => {
    const { unsubscribe } = watch(() => touch())
    return unsubscribe
  }, [watch, touch])
  return {
    isRestored,
    discard: () => {
      reset(initial)
      setRestored(false)
      keepDraft(place, null)
      form.setFocus('artist')
    },
    forget: () => {
      isOver.current = true
      keepDraft(place, null)
    },
  }
}
