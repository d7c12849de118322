import { useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

type RemoveLogProps = { album: AlbumCard; busy: boolean; onRemove: () => Promise<void> }

/** 'Remove log', which asks first. */
export function RemoveLog({ album, busy, onRemove }: RemoveLogProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="mr-auto h-11 rounded-control font-semibold text-danger underline-offset-4 hover:underline"
      >
        Remove log
      </button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove this log?"
        text={`Your date, rating and review of “${album.name}” will be gone.`}
        verb="Delete"
        busy={busy}
        onConfirm={() => void onRemove().finally(() => setAsking(false))}
      />
    </>
  )
}
