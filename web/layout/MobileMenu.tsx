import { Menu as MenuIcon, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fromHere } from '../auth/from.ts'
import { useLogout } from '../auth/useLogout.ts'
import { useViewer } from '../auth/viewer.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { bioPreview } from './bioPreview.ts'
import { NavLinks } from './NavLinks.tsx'

const RequestsLabel = lazy(async () => ({
  default: (await import('../follows/RequestsLabel.tsx')).RequestsLabel,
}))
const OpenReports = lazyPage(() => import('../moderation/OpenReports.tsx'))

const line = 'flex min-h-12 items-center text-left text-lg'

/** On a phone: the button 'Menu' and, under the top bar, everything that a wide one shows. */
export function MobileMenu() {
  // Open belongs to one entry of the history: going anywhere else closes it.
  const place = useHistoryState<{ key?: string } | null>()?.key ?? ''
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === place
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpenAt(null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  const Icon = open ? X : MenuIcon
  return (
    <div ref={root} className="md:hidden">
      <button
        ref={button}
        type="button"
        aria-label={texts.layout.menu}
        aria-expanded={open}
        onClick={() => setOpenAt(open ? null : place)}
        className="-mr-2 flex size-11 items-center justify-center rounded-full hover:bg-sunken"
      >
        <Icon aria-hidden="true" />
      </button>
      {open && (
        <div
          className={
            'absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-appear overflow-y-auto bg-page px-4 pb-6 ' +
            'shadow-float'
          }
        >
          <nav aria-label={texts.layout.main} className="flex flex-col text-muted">
            <NavLinks className={line} />
          </nav>
          <div className="mt-3 flex flex-col border-t border-line pt-3">
            <Account />
          </div>
        </div>
      )}
    </div>
  )
}

function Account() {
  const { viewer } = useViewer()
  const logout = useLogout()
  if (!viewer) {
    return (
      <Link href={paths.login()} state={fromHere()} className={`${line} font-semibold text-accent-ink`}>
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
      <Link href={paths.profile(viewer.nickname)} className={`${line} font-semibold`}>
        {texts.profile}
      </Link>
      <Link href={paths.listenLater()} className={`${line} font-semibold`}>
        {texts.listenLater.title}
      </Link>
      <Link href={paths.requests()} className={`${line} gap-2 font-semibold`}>
        <Suspense fallback={texts.follows.requests}>
          <RequestsLabel />
        </Suspense>
      </Link>
      {viewer.isModerator && (
        <Link href={paths.moderation()} className={`${line} gap-3 font-semibold`}>
          {texts.moderation.title}
          <Suspense>
            <OpenReports />
          </Suspense>
        </Link>
      )}
      <Link href={paths.editProfile()} className={`${line} font-semibold`}>
        {texts.editProfile}
      </Link>
      <button type="button" onClick={logout} className={`${line} font-semibold`}>
        {texts.logout}
      </button>
    </>
  )
}
