import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'
import { InlineError } from '../ui/EmptyState.tsx'

/** Set if a search shows only our own albums. */
export type More = { isSetUp: boolean; onRetry: () => void; busy: boolean }

/** Says why a search shows only our own albums. */
export function MoreResults({ isSetUp, className, ...retry }: More & { className: string }) {
  return isSetUp ? (
    <InlineError {...retry} text={texts.catalog.moreFailed} className={className} />
  ) : (
    <p role="status" className={classes('text-muted', className)}>
      {texts.catalog.notSetUp}
    </p>
  )
}
