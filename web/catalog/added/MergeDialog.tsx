import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import type { MergePreview } from '../../../shared/moderation.ts'
import { paths } from '../../../shared/paths.ts'
import { failureOf } from '../../lib/failureOf.ts'
import { isConflict, isError, isInvalid, isNotFound, refusalText, trpc } from '../../lib/trpc.ts'
import { AlbumFinder, AlbumOption } from '../../lists/AlbumFinder.tsx'
import { texts } from '../../texts/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBanner, InlineError } from '../../ui/EmptyState.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

type Album = { artist: string; name: string }
type MergeDialogProps = { album: Album; onClose: () => void }

const refOf = ({ artist, name }: Album) => ({ artist, album: name })

export default function MergeDialog({ album, onClose }: MergeDialogProps) {
  const [into, setInto] = useState<AlbumCard | null>(null)
  const merge = trpc.moderation.merge.useMutation()
  // The answer leads to the other album: it would be confusing on a page that was opened meanwhile.
  const close = () => !merge.isPending && onClose()
  const choose = (other: AlbumCard | null) => {
    merge.reset()
    setInto(other)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={texts.albums.mergeInto}
      description={texts.moderation.merge.hint(album.name)}
      width="medium"
      closable={false}
    >
      {into ? (
        <MergeForm from={album} into={into} merge={merge} onOther={() => choose(null)} onClose={onClose} />
      ) : (
        <>
          <AlbumFinder keepsPlace isChosen={() => false} onToggle={choose} />
          <DialogActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

type MergeFormProps = {
  from: Album
  into: AlbumCard
  merge: ReturnType<typeof trpc.moderation.merge.useMutation>
  onOther: () => void
  onClose: () => void
}

function MergeForm({ from, into, merge, onOther, onClose }: MergeFormProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const albums = { from: refOf(from), into: refOf(into) }
  // Disabled once the merge has begun: afterwards both names lead to one album, which the server refuses to compare.
  const isRefused = merge.isError && !canBeTriedAgain(merge.error)
  const preview = trpc.moderation.mergePreview.useQuery(albums, {
    staleTime: 0,
    enabled: merge.isIdle || (merge.isError && !isRefused),
  })
  const error = merge.error ?? (canBeTriedAgain(preview.error) ? null : preview.error)
  const isMissing = isTried && reason.trim() === ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() === '') return event.currentTarget.querySelector('textarea')!.focus()
    if (merge.isPending || !preview.data) return
    try {
      await merge.mutateAsync({ ...albums, reason })
    } catch {
      // The dialog shows the error and keeps the typed reason.
      return
    }
    toast.success(texts.moderation.merge.done)
    onClose()
    navigate(paths.album(into), { replace: true })
    void utils.invalidate()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="-mx-2">
        <AlbumOption
          album={into}
          aria-label={texts.moderation.merge.into(into.name)}
          disabled={merge.isPending}
          onClick={onOther}
        >
          <span className="shrink-0 text-sm text-muted">{texts.moderation.merge.other}</span>
        </AlbumOption>
      </div>
      {canBeTriedAgain(error) && <Moved preview={preview} />}
      <TextArea
        label={texts.moderation.actionReason}
        error={isMissing ? texts.moderation.reasonRequired : undefined}
        value={reason}
        maxLength={limits.moderationReason}
        length={reason.length}
        limit={limits.moderationReason}
        onChange={(event) => setReason(event.target.value)}
      />
      <ErrorBanner text={error && refusalText(error, texts.moderation.failed)} />
      <DialogActions>
        <Button disabled={merge.isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" busy={merge.isPending} disabled={!preview.data || isRefused}>
          {texts.moderation.merge.merge}
        </Button>
      </DialogActions>
    </form>
  )
}

const kinds = ['listens', 'reviews', 'favorites', 'topFours', 'lists', 'listenLater', 'imports'] as const

const sentenceOf = (preview: MergePreview): string =>
  kinds
    .filter((kind) => preview[kind] > 0)
    .map((kind) => texts.moderation.merge[kind](preview[kind]))
    .join(', ') || texts.moderation.merge.nothing

/** False if the two albums cannot be merged, so that another one has to be chosen. */
const canBeTriedAgain = (error: unknown): boolean =>
  !(isConflict(error) || isInvalid(error) || isNotFound(error)) || isError(error, 'moderation.mergeRunning')

type Preview = Parameters<typeof failureOf>[0] & { data: MergePreview | undefined; isError: boolean }

function Moved({ preview }: { preview: Preview }) {
  if (preview.isError) return <InlineError {...failureOf(preview)} />
  if (preview.data) return <p role="status">{sentenceOf(preview.data)}</p>
  return (
    <div className="flex h-6 items-center">
      <Loading />
      <Skeleton className="h-4 w-64 max-w-full" />
    </div>
  )
}
