import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import type { MergePreview } from '../../../shared/moderation.ts'
import { paths } from '../../../shared/paths.ts'
import { failureOf } from '../../lib/failureOf.ts'
import { refusalText, trpc } from '../../lib/trpc.ts'
import { AlbumFinder, AlbumOption } from '../../lists/AlbumFinder.tsx'
import { texts } from '../../texts/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBanner, InlineError } from '../../ui/EmptyState.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

type Album = { artist: string; name: string }
type MergeDialogProps = { album: Album; onClose: () => void }

const refOf = ({ artist, name }: Album) => ({ artist, album: name })

export default function MergeDialog({ album, onClose }: MergeDialogProps) {
  const [into, setInto] = useState<AlbumCard | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.albums.mergeInto}
      description={texts.moderation.merge.hint(album.name)}
      width="medium"
      closable={false}
    >
      {into ? (
        <MergeForm from={album} into={into} onOther={() => setInto(null)} onClose={onClose} />
      ) : (
        <>
          <AlbumFinder keepsPlace isChosen={() => false} onToggle={setInto} />
          <DialogActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

type MergeFormProps = { from: Album; into: AlbumCard; onOther: () => void; onClose: () => void }

function MergeForm({ from, into, onOther, onClose }: MergeFormProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const merge = trpc.moderation.merge.useMutation()
  const albums = { from: refOf(from), into: refOf(into) }
  const isMissing = isTried && reason.trim() === ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() === '') return event.currentTarget.querySelector('textarea')!.focus()
    if (merge.isPending) return
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
        <AlbumOption album={into} aria-label={texts.moderation.merge.into(into.name)} onClick={onOther}>
          <span className="shrink-0 text-sm text-muted">{texts.moderation.merge.other}</span>
        </AlbumOption>
      </div>
      <Moved {...albums} enabled={merge.isIdle || merge.isError} />
      <TextArea
        label={texts.moderation.actionReason}
        error={isMissing ? texts.moderation.reasonRequired : undefined}
        value={reason}
        maxLength={limits.moderationReason}
        length={reason.length}
        limit={limits.moderationReason}
        onChange={(event) => setReason(event.target.value)}
      />
      <ErrorBanner text={merge.isError ? refusalText(merge.error, texts.moderation.failed) : null} />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" busy={merge.isPending}>
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

type Ref = { artist: string; album: string }

/** Disabled once the merge has begun: afterwards both names lead to one album, which the server refuses to compare. */
function Moved({ enabled, ...albums }: { from: Ref; into: Ref; enabled: boolean }) {
  const preview = trpc.moderation.mergePreview.useQuery(albums, { staleTime: 0, enabled })
  if (preview.isError) return <InlineError {...failureOf(preview)} />
  return preview.data ? <p role="status">{sentenceOf(preview.data)}</p> : <Skeleton className="h-5 w-64" />
}
