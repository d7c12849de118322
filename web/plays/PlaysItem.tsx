import { Headphones } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/listening.ts'
import { MenuItem } from '../ui/Menu.tsx'
import { useHasPlays } from './useHasPlays.ts'

/** Item of the account menu, once plays come from somewhere. */
export default function PlaysItem() {
  if (!useHasPlays()) return null
  return (
    <MenuItem href={paths.plays()} icon={<Headphones size={18} aria-hidden="true" />}>
      {texts.listening.plays}
    </MenuItem>
  )
}
