import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link, Redirect } from 'wouter'
import { pages } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useFromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { useFragment } from '../lib/navigation.ts'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { SettingsSection } from '../ui/SettingsSection.tsx'
import { showInRow, useFades } from '../ui/useFades.ts'
import { settingsPages, type Anchor, type SettingsPageName } from './anchors.ts'
import { useAnchor } from './useAnchor.ts'

const titleOf = (name: SettingsPageName) => pages[name].title?.(texts)

type SettingsLayoutProps = { name: SettingsPageName; children: ReactNode }

/** Frame of all settings pages: heading, navigation, and a login for visitors. */
export function SettingsLayout({ name, children }: SettingsLayoutProps) {
  usePageTitle(titleOf(name))
  const { viewer } = useViewer()
  const { from } = useFromHere()
  const anchor = useFragment()
  if (!viewer)
    return (
      <Redirect to={paths.login()} state={{ from: anchor === '' ? from : `${from}#${anchor}` }} replace />
    )
  return (
    <Page>
      <PageHeading>{texts.settings.title}</PageHeading>
      <div className="mt-4 gap-x-12 lg:mt-10 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
        <Navigation current={name} />
        {/* The key resets the forms when another user signs in. */}
        <div key={viewer.nickname} className="min-w-0 max-lg:[&>section:first-child]:border-t-0">
          {children}
        </div>
      </div>
    </Page>
  )
}

/** A list beside the page on a wide screen, otherwise a row that scrolls. */
function Navigation({ current }: { current: SettingsPageName }) {
  const row = useRef<HTMLDivElement>(null)
  useFades(row)
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && link) showInRow(row.current, link)
  }, [])
  return (
    <nav
      aria-label={texts.settings.title}
      className="border-line max-lg:border-b lg:sticky lg:top-28 lg:self-start"
    >
      <div
        ref={row}
        className={classes(
          '-mx-4 -mb-px flex fading overflow-x-auto px-1 [scrollbar-width:none] sm:-mx-3 sm:px-0',
          'lg:flex-col lg:gap-1 lg:overflow-visible lg:[mask-image:none]',
        )}
      >
        {settingsPages.map((name) => (
          <Link
            key={name}
            href={pages[name].path}
            aria-current={name === current ? 'page' : undefined}
            className={classes(
              'relative flex min-h-11 shrink-0 items-center rounded-control px-3 font-semibold text-muted',
              'transition-colors duration-150 -outline-offset-5 hover:text-ink aria-[current=page]:text-ink',
              'max-lg:before:absolute max-lg:before:inset-x-3 max-lg:before:bottom-0 max-lg:before:h-0.5',
              'max-lg:aria-[current=page]:before:bg-accent lg:aria-[current=page]:bg-sunken',
            )}
          >
            {titleOf(name)}
          </Link>
        ))}
      </div>
    </nav>
  )
}

export type Section = { id: Anchor; title: string; text: string; content: ReactNode }

/** The sections of a page; false stands for one that this user or this server does not have. */
export function Sections({ sections }: { sections: (Section | false)[] }) {
  useAnchor()
  const shown = sections.filter((section) => section !== false)
  if (shown.length === 0) return <EmptyState text={texts.settings.nothing} />
  return shown.map(({ content, ...section }) => (
    <SettingsSection key={section.id} {...section}>
      {content}
    </SettingsSection>
  ))
}
