import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useHasPlays } from '../plays/useHasPlays.ts'
import { texts } from '../texts/listening.ts'
import { mobileLine } from './mobileLine.ts'

/** Line of the menu of small screens, once plays come from somewhere. */
export default function PlaysLine() {
  if (!useHasPlays()) return null
  return (
    <Link href={paths.plays()} className={`${mobileLine} font-semibold`}>
      {texts.listening.plays}
    </Link>
  )
}
