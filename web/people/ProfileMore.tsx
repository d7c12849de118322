import { Ban, Ellipsis, Flag, Volume2, VolumeX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useUnmute } from './usePeople.ts'

const BlockDialog = lazy(() => import('./BlockDialog.tsx'))
const ReportDialog = lazy(() => import('../moderation/ReportDialog.tsx'))
const MuteDialog = lazy(() => import('./MuteDialog.tsx'))

/** What else the viewer can do about a person, beside following them. */
export default function ProfileMore({ profile: { nickname, mutedUntil } }: { profile: Profile }) {
  const [open, setOpen] = useState<'block' | 'mute' | 'report' | null>(null)
  const unmute = useUnmute()
  const onClose = () => setOpen(null)
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
          <MenuItem onSelect={() => setOpen('mute')} icon={<VolumeX size={18} aria-hidden="true" />}>
            {texts.people.mute}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => unmute(nickname)} icon={<Volume2 size={18} aria-hidden="true" />}>
            {texts.people.unmute}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpen('block')} icon={<Ban size={18} aria-hidden="true" />}>
          {texts.people.block}
        </MenuItem>
        <MenuItem onSelect={() => setOpen('report')} icon={<Flag size={18} aria-hidden="true" />}>
          {texts.moderation.report}
        </MenuItem>
      </Menu>
      <Suspense>
        {open === 'mute' && <MuteDialog nickname={nickname} onClose={onClose} />}
        {open === 'report' && (
          <ReportDialog thing={{ account: nickname }} nickname={nickname} open onOpenChange={onClose} />
        )}
        {open === 'block' && <BlockDialog nickname={nickname} onClose={onClose} />}
      </Suspense>
    </>
  )
}
