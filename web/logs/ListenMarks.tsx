import { EyeOff, Lock, Repeat2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { classes } from '../ui/classes.ts'

type ListenMarksProps = {
  relisten: boolean
  /** the level, which its owner alone is told; null to everybody else */
  visibility?: Visibility | null
  /** by a moderator, which its owner alone is told */
  hidden?: boolean
  className?: string
}

/** The small signs beside a listening: that it was not the first one, and, to its owner, that not everyone may see it. */
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
        <Mark name={texts.moderation.hidden}>
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
