import { GripVertical } from 'lucide-react'
import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'

export function DragHandle({ name, className }: { name: string; className: string }) {
  return (
    <button
      type="button"
      data-handle
      aria-label={texts.lists.moveAlbum(name)}
      title={texts.lists.moveHint}
      className={classes(
        'flex h-14 w-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted',
        'hover:bg-sunken hover:text-ink active:cursor-grabbing',
        className,
      )}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  )
}
