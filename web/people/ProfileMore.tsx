import { Ban, Ellipsis, Flag, Volume2, VolumeX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useUnmute } from './usePeople.ts'

const BlockDialog = lazy(() => import('./BlockDialog.tsx'))
const MuteDialog = lazy(() => import('./MuteDialog.tsx'))

type ProfileMoreProps = {
  profile: Profile
  onReport: () => void
}

export default function ProfileMore({ profile: { nickname, mutedUntil }, onReport }: ProfileMoreProps) {
  const [openDialog, setOpenDialog] = useState<'block' | 'mute' | null>(null)
  const unmute = useUnmute()
  const onClose = () => setOpenDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.people.more}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        {mutedUntil === null ? (
          <MenuItem onSelect={() => setOpenDialog('mute')} icon={<VolumeX size={18} aria-hidden="true" />}>
            {texts.people.mute}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => unmute(nickname)} icon={<Volume2 size={18} aria-hidden="true" />}>
            {texts.people.unmute}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpenDialog('block')} icon={<Ban size={18} aria-hidden="true" />}>
          {texts.people.block}
        </MenuItem>
        <MenuItem onSelect={onReport} icon={<Flag size={18} aria-hidden="true" />}>
          {texts.people.report}
        </MenuItem>
      </Menu>
      <Suspense>
        {openDialog === 'mute' && <MuteDialog nickname={nickname} onClose={onClose} />}
        {openDialog === 'block' && <BlockDialog nickname={nickname} onClose={onClose} onReport={onReport} />}
      </Suspense>
    </>
  )
}
