import { useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

type RemoveLogProps = {
  album: AlbumCard
  /** true if other listenings of the album remain */
  isOneOfMany: boolean
  busy: boolean
  onRemove: () => Promise<void>
}

/** 'Remove log' with a confirmation. */
export function RemoveLog({ album, isOneOfMany, busy, onRemove }: RemoveLogProps) {
  const [asking, setAsking] = useState(false)
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
        open={asking}
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
