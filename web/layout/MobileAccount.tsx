import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { bioPreview } from './bioPreview.ts'
import { mobileLine } from './mobileLine.ts'
import { useLogout } from './useLogout.ts'

const RequestsLabel = lazy(async () => ({
  default: (await import('../follows/RequestsLabel.tsx')).RequestsLabel,
}))
const PlaysLine = lazyPage(() => import('./PlaysLine.tsx'), 'listening')
const OpenReports = lazyPage(() => import('../moderation/OpenReports.tsx'))

/** Loaded when the menu button is pressed. */
export default function MobileAccount() {
  const { viewer } = useViewer()
  const logout = useLogout()
  if (!viewer) {
    return (
      <Link href={paths.login()} state={fromHere()} className={`${mobileLine} font-semibold text-accent-ink`}>
        {texts.login}
      </Link>
    )
  }
  return (
    <>
      <div className="flex items-center gap-3 py-3">
        <Avatar nickname={viewer.nickname} src={viewer.avatar} />
        <div className="min-w-0">
          <p className="font-semibold">{viewer.nickname}</p>
          {viewer.bio && <p className="text-sm text-muted">{bioPreview(viewer.bio)}</p>}
        </div>
      </div>
      <Link href={paths.profile(viewer.nickname)} className={`${mobileLine} font-semibold`}>
        {texts.profile}
      </Link>
      <Link href={paths.listenLater()} className={`${mobileLine} font-semibold`}>
        {texts.listenLater.title}
      </Link>
      <Suspense>
        <PlaysLine />
      </Suspense>
      <Link href={paths.requests()} className={`${mobileLine} gap-2 font-semibold`}>
        <Suspense fallback={texts.follows.requests}>
          <RequestsLabel />
        </Suspense>
      </Link>
      {viewer.isModerator && (
        <Link href={paths.moderation()} className={`${mobileLine} gap-3 font-semibold`}>
          {texts.layout.moderation}
          <Suspense>
            <OpenReports />
          </Suspense>
        </Link>
      )}
      {viewer.isAdmin && (
        <Link href={paths.admin()} className={`${mobileLine} font-semibold`}>
          {texts.layout.administration}
        </Link>
      )}
      <Link href={paths.editProfile()} className={`${mobileLine} font-semibold`}>
        {texts.editProfile}
      </Link>
      <Link href={paths.accountSettings()} className={`${mobileLine} font-semibold`}>
        {texts.settings.title}
      </Link>
      <button type="button" onClick={logout} className={`${mobileLine} font-semibold`}>
        {texts.logout}
      </button>
    </>
  )
}
