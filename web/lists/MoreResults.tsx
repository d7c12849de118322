import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'
import { InlineError } from '../ui/EmptyState.tsx'

/** Set if only our own albums are shown. */
export type More = { isSetUp: boolean; onRetry: () => void; busy: boolean }

/** Says why only our own albums are shown. */
export function MoreResults({ isSetUp, className, ...retry }: More & { className: string }) {
  if (!isSetUp) return <NotSetUp className={className} />
  return <InlineError {...retry} text={texts.catalog.moreFailed} className={className} />
}

export const NotSetUp = ({ className }: { className: string }) => (
  <p role="status" className={classes('text-muted', className)}>
    {texts.catalog.notSetUp}
  </p>
)
