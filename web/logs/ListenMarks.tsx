import { EyeOff, Lock, Repeat2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { classes } from '../ui/classes.ts'

type ListenMarksProps = {
  relisten: boolean
  /** visibility, which only the owner receives; null for others */
  visibility?: Visibility | null
  /** true if a moderator hid it, which only the owner receives */
  hidden?: boolean
  className?: string
}

export function ListenMarks({
  relisten,
  visibility = null,
  hidden = false,
  className = 'size-4',
}: ListenMarksProps) {
  return (
    <>
      {relisten && (
        <Mark name={texts.logs.relisten}>
          <Repeat2 aria-hidden="true" className={className} />
        </Mark>
      )}
      {visibility === 'followers' && (
        <Mark name={texts.visibility.followers}>
          <UsersRound aria-hidden="true" className={className} />
        </Mark>
      )}
      {visibility === 'me' && (
        <Mark name={texts.visibility.me}>
          <Lock aria-hidden="true" className={className} />
        </Mark>
      )}
      {hidden && (
        <Mark name={texts.ui.hiddenByModerator}>
          <EyeOff aria-hidden="true" className={classes('text-danger', className)} />
        </Mark>
      )}
    </>
  )
}

function Mark({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span role="img" aria-label={name} title={name} className="inline-flex shrink-0 text-muted">
      {children}
    </span>
  )
}
