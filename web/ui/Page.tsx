import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { texts } from '../../shared/texts.ts'
import { passFocus, takeFocus } from '../lib/navigation.ts'
import { titled } from '../lib/unread.ts'
import { classes } from './classes.ts'

/** Names the document after the page: 'Albums · Plak'. Undefined while the name is unknown. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    document.title = titled(title ? texts.layout.titleOf(title) : 'Plak')
  }, [title])
}

type PageProps = { width?: 'page' | 'form'; className?: string; children: ReactNode }

const widths = { page: 'max-w-page', form: 'max-w-form' }

/** The column in which a page stands. */
export function Page({ width = 'page', className, children }: PageProps) {
  const column = width === 'page' ? '' : 'box-content'
  return (
    <div className={classes('mx-auto edges py-8 sm:py-12', widths[width], column, className)}>{children}</div>
  )
}

const readingColumns = classes(
  'gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,var(--container-reading))]',
  'lg:has-[[data-empty]]:grid-cols-1',
)

/**
 * A page to read or to fill in. Where there is room, the heading stays at the left edge beside the column; an EmptyState is below
 * it.
 */
export function ReadingPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Page className={readingColumns}>
      <div className="lg:sticky lg:top-28 lg:self-start">
        <PageHeading>{heading}</PageHeading>
      </div>
      <div className="min-w-0">{children}</div>
    </Page>
  )
}

/** The page's only heading of level 1; it takes the focus after a navigation, so that it is read out. */
export function PageHeading({
  className = 'text-3xl',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const own = heading.current!
    takeFocus(own)
    return () => passFocus(own)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classes('display', className)}>
      {children}
    </h1>
  )
}

type SectionProps = {
  title: string
  /** a link to more of it */
  more?: { text: string; href: string }
  /** what stands beside the heading otherwise */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page under a heading of level 2. */
export function Section({ title, more, aside, className, children }: SectionProps) {
  return (
    <section className={className}>
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 className="heading text-xl">{title}</h2>
        {more && (
          <Link href={more.href} className={classes('shrink-0', textLink)}>
            {more.text}
          </Link>
        )}
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The look of a link within text or beside a heading. */
export const textLink = 'tap rounded-sleeve font-semibold text-accent-ink underline-offset-4 hover:underline'
