import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { texts } from '../../shared/texts.ts'
import { passFocus, takeFocus } from '../lib/navigation.ts'
import { formatTitle } from '../lib/unread.ts'
import { classes } from './classes.ts'

/** 'Albums · Plak'. Undefined while the title is unknown. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    document.title = formatTitle(title ? texts.layout.titleOf(title) : 'Plak')
  }, [title])
}

type PageProps = { width?: 'page' | 'form'; className?: string; children: ReactNode }

const widths = { page: 'max-w-page', form: 'max-w-form' }

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

/** Page to read or to fill in. On a wide screen, the heading is at the left of the column, except above an EmptyState. */
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

/** The only level 1 heading of the page. It receives the focus after a navigation, so that screen readers read it. */
export function PageHeading({
  className = 'text-3xl',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const element = heading.current!
    takeFocus(element)
    return () => passFocus(element)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classes('display', className)}>
      {children}
    </h1>
  )
}

type SectionProps = {
  title: string
  more?: { text: string; href: string }
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ title, more: link, aside, className, children }: SectionProps) {
  return (
    <section className={className}>
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 className="heading text-xl">{title}</h2>
        {link && (
          <Link href={link.href} className={classes('shrink-0', textLink)}>
            {link.text}
          </Link>
        )}
        {aside}
      </div>
      {children}
    </section>
  )
}

/** For a link that is not the main thing of its place. */
export const quietLink = 'tap rounded-sleeve underline-offset-4 hover:text-ink hover:underline'
export const textLink = 'tap rounded-sleeve font-semibold text-accent-ink underline-offset-4 hover:underline'
