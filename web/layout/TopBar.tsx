import { Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useFromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { textLink } from '../ui/Page.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { Brand } from './Brand.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { NavLinks } from './NavLinks.tsx'
import { NotificationsLink } from './NotificationsLink.tsx'
import { QuickSearch } from './QuickSearch.tsx'
import { WaitingSlot } from './WaitingSlot.tsx'

const AccountMenu = lazyPage(() => import('./AccountMenu.tsx'))

export function TopBar() {
  const { viewer } = useViewer()
  const from = useFromHere()
  // A media query in JavaScript, because a phone must not load the code of a menu that it never shows.
  const hasRoom = useMedia('(width >= 48rem)')
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-page items-center gap-3 edges sm:gap-6">
        <Brand />
        <QuickSearch />
        <nav aria-label={texts.layout.main} className="ml-auto hidden items-center text-muted md:flex">
          <NavLinks className="flex h-11 items-center px-3" />
        </nav>
        <WaitingSlot nickname={viewer?.nickname ?? null} />
        {viewer && <NotificationsLink nickname={viewer.nickname} />}
        <div className="hidden md:block">
          {viewer &&
            (hasRoom ? (
              <Suspense
                fallback={<Avatar nickname={viewer.nickname} src={viewer.avatar} size="sm" className="m-1" />}
              >
                <AccountMenu viewer={viewer} />
              </Suspense>
            ) : (
              // Reserves the space, because the server does not know the width of the screen.
              <span className="block size-11" />
            ))}
          {!viewer && (
            <Link
              href={paths.login()}
              state={from}
              className={classes('flex h-11 items-center px-1', textLink)}
            >
              {texts.login}
            </Link>
          )}
        </div>
        <MobileMenu />
      </div>
    </header>
  )
}
