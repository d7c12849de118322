import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'

export function DraftRestored({ onDiscard, className }: { onDiscard: () => void; className: string }) {
  return (
    <p className={classes('flex flex-wrap items-baseline gap-x-2 text-sm text-muted', className)}>
      <span role="status">{texts.draftRestored}</span>
      <button
        type="button"
        onClick={onDiscard}
        className="tap rounded-sleeve py-1 font-semibold text-accent-ink underline-offset-4 hover:underline"
      >
        {texts.discardDraft}
      </button>
    </p>
  )
}
