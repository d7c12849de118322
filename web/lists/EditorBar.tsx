import { Undo2 } from 'lucide-react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'

type EditorBarProps = {
  form: string
  count: number
  removed: AlbumCard | null
  onUndo: () => void
  onCancel: () => void
  isSaving: boolean
}

export function EditorBar({
  form,
  count,
  removed: removedAlbum,
  onUndo,
  onCancel,
  isSaving,
}: EditorBarProps) {
  return (
    <div
      className={
        'sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t border-line ' +
        'bg-page px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6'
      }
    >
      <div
        className={classes(
          'flex min-h-9 min-w-0 flex-1 items-center gap-3 text-sm text-muted',
          removedAlbum && 'max-sm:basis-full',
        )}
      >
        <span className="shrink-0">{texts.catalog.albumCount(count)}</span>
        {removedAlbum && (
          <>
            <span role="status" className="min-w-0 truncate">
              {texts.lists.albumRemoved(removedAlbum.name)}
            </span>
            <Button size="sm" variant="plain" onClick={onUndo}>
              <Undo2 size={16} aria-hidden="true" />
              {texts.lists.undo}
            </Button>
          </>
        )}
      </div>
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button type="submit" form={form} variant="primary" busy={isSaving} className="min-w-28">
        {isSaving ? texts.saving : texts.save}
      </Button>
    </div>
  )
}
