import { useState } from 'react'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { texts } from '../../../shared/texts.ts'
import { errorText } from '../../lib/trpc.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useLogChanges } from '../useLogChanges.ts'

const quiet =
  'h-9 min-w-11 rounded-control px-2 text-sm font-semibold text-muted transition-colors duration-150 ' +
  'hover:text-ink pointer-coarse:h-11'

type OwnReviewActionsProps = {
  album: AlbumRef
  nickname: string
  log: { id: number; version: number }
  onEdit: () => void
}

export function OwnReviewActions({ album, nickname, log, onEdit }: OwnReviewActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const { save } = useLogChanges(album, nickname)
  const remove = async () => {
    try {
      await save.mutateAsync({ ...album, ...log, review: '' })
      toast.success(texts.logs.reviewRemoved)
    } catch (error) {
      toast.error(errorText(error))
    }
    setAsking(false)
  }
  return (
    <>
      <button type="button" aria-label={texts.logs.editReview} onClick={onEdit} className={quiet}>
        {texts.edit}
      </button>
      <button
        type="button"
        aria-label={texts.logs.removeReview}
        onClick={() => setAsking(true)}
        className={quiet}
      >
        {texts.logs.remove}
      </button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.logs.removeReviewTitle}
        text={texts.logs.removesReview}
        verb={texts.delete}
        busy={save.isPending}
        onConfirm={() => void remove()}
      />
    </>
  )
}
