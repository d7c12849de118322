import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { adminParts, type AdminPart } from '../../shared/adminParts.ts'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'
import { texts } from '../texts/admin.ts'
import { classes } from '../ui/classes.ts'
import NotFoundPage from '../ui/NotFoundPage.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'

type AdminFrameProps = {
  part: AdminPart | 'overview'
  /** the title of the window; the name of the part by default */
  title?: string
  children: ReactNode
}

/** Page of the administration; "not found" for everybody else. */
export function AdminFrame(props: AdminFrameProps) {
  const { viewer } = useViewer()
  return viewer?.isAdmin ? <Shown {...props} /> : <NotFoundPage />
}

const ways = [
  { part: 'overview', href: paths.admin() },
  ...adminParts.map((part) => ({ part, href: paths.adminPart(part) })),
] as const

function Shown({ part, title = texts.admin.parts[part], children }: AdminFrameProps) {
  usePageTitle(title)
  const row = useRef<HTMLElement>(null)
  // The row of a phone begins with the open part in view.
  useLayoutEffect(() => {
    const link = row.current!.querySelector<HTMLElement>('[aria-current]')!
    row.current!.scrollLeft = link.offsetLeft - row.current!.clientWidth / 2
  }, [])
  return (
    <Page className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
      <nav
        ref={row}
        aria-label={texts.layout.administration}
        className="-mx-4 mb-6 flex gap-6 overflow-x-auto px-4 lg:sticky lg:top-28 lg:mx-0 lg:flex-col lg:gap-0 lg:self-start lg:px-0"
      >
        {ways.map((way) => (
          <Link
            key={way.part}
            href={way.href}
            aria-current={way.part === part ? 'page' : undefined}
            className={classes(
              'flex min-h-11 min-w-11 shrink-0 items-center rounded-sleeve font-semibold underline-offset-4 hover:underline',
              way.part === part ? 'text-ink' : 'text-muted',
            )}
          >
            {texts.admin.parts[way.part]}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <PageHeading className="mb-8 text-3xl">{texts.admin.parts[part]}</PageHeading>
        {children}
      </div>
    </Page>
  )
}
