import { Clock3, LogOut, Pencil, Settings, ShieldCheck, UserPlus, UserRound, Wrench } from 'lucide-react'
import { Suspense } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { RequestsLabel } from '../follows/RequestsLabel.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Menu, MenuItem, MenuLine, MenuNote } from '../ui/Menu.tsx'
import { bioPreview } from './bioPreview.ts'
import { useLogout } from './useLogout.ts'

const PlaysItem = lazyPage(() => import('../plays/PlaysItem.tsx'), 'listening')
const OpenReports = lazyPage(() => import('../moderation/OpenReports.tsx'))

export default function AccountMenu({ viewer }: { viewer: Viewer }) {
  const logout = useLogout()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={texts.layout.accountMenu}
          className="rounded-full p-1 transition-colors hover:bg-sunken"
        >
          <Avatar nickname={viewer.nickname} src={viewer.avatar} size="sm" />
        </button>
      }
    >
      <MenuNote>
        <span className="block font-semibold text-ink">{viewer.nickname}</span>
        {viewer.bio && <span className="block">{bioPreview(viewer.bio)}</span>}
      </MenuNote>
      <MenuLine />
      <MenuItem href={paths.profile(viewer.nickname)} icon={<UserRound size={18} aria-hidden="true" />}>
        {texts.profile}
      </MenuItem>
      <MenuItem href={paths.listenLater()} icon={<Clock3 size={18} aria-hidden="true" />}>
        {texts.listenLater.title}
      </MenuItem>
      <Suspense>
        <PlaysItem />
      </Suspense>
      <MenuItem href={paths.requests()} icon={<UserPlus size={18} aria-hidden="true" />}>
        <RequestsLabel />
      </MenuItem>
      <MenuItem href={paths.editProfile()} icon={<Pencil size={18} aria-hidden="true" />}>
        {texts.editProfile}
      </MenuItem>
      <MenuItem href={paths.accountSettings()} icon={<Settings size={18} aria-hidden="true" />}>
        {texts.settings.title}
      </MenuItem>
      {viewer.isModerator && (
        <MenuItem href={paths.moderation()} icon={<ShieldCheck size={18} aria-hidden="true" />}>
          {texts.layout.moderation}
          <Suspense>
            <OpenReports />
          </Suspense>
        </MenuItem>
      )}
      {viewer.isAdmin && (
        <MenuItem href={paths.admin()} icon={<Wrench size={18} aria-hidden="true" />}>
          {texts.layout.administration}
        </MenuItem>
      )}
      <MenuItem onSelect={logout} icon={<LogOut size={18} aria-hidden="true" />}>
        {texts.logout}
      </MenuItem>
    </Menu>
  )
}
