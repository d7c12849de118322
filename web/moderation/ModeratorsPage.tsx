import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { classes } from '../ui/classes.ts'
import NotFoundPage from '../ui/NotFoundPage.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'

type ModeratorsPageProps = { title: string; children: ReactNode }

/** Page for moderators; "not found" for everybody else. */
export function ModeratorsPage(props: ModeratorsPageProps) {
  const { viewer } = useViewer()
  return viewer?.isModerator ? <Shown {...props} /> : <NotFoundPage />
}

function Shown({ title, children }: ModeratorsPageProps) {
  usePageTitle(title)
  const [pathname] = useLocation()
  const ways = [
    { href: paths.moderation(), text: texts.layout.reports },
    { href: paths.moderationAudit(), text: texts.layout.moderationAudit },
  ]
  return (
    <Page>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <PageHeading>{title}</PageHeading>
        <nav aria-label={texts.layout.moderation} className="flex gap-6">
          {ways.map(({ href, text }) => (
            <Link
              key={href}
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              className={classes(
                'tap rounded-sleeve font-semibold underline-offset-4 hover:underline',
                pathname === href ? 'text-ink' : 'text-muted',
              )}
            >
              {text}
            </Link>
          ))}
        </nav>
      </div>
      {children}
    </Page>
  )
}
