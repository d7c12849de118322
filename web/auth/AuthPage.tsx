import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Page, PageHeading, textLink, usePageTitle } from '../layout/Page.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'

type AuthPageProps = {
  title: string
  /** what went wrong with the form as a whole */
  error: string | null
  onSubmit: () => void
  /** the way to the other of the two pages; `state` takes along where one came from */
  other: { question: string; text: string; href: string; state: unknown }
  children: ReactNode
}

/** The narrow page with one form that login and registration share. */
export function AuthPage({ title, error, onSubmit, other, children }: AuthPageProps) {
  usePageTitle(title)
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-8 text-3xl">{title}</PageHeading>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <ErrorBanner text={error} />
        {children}
      </form>
      <p className="mt-8 text-muted">
        {other.question}{' '}
        <Link href={other.href} state={other.state} className={textLink}>
          {other.text}
        </Link>
      </p>
    </Page>
  )
}
