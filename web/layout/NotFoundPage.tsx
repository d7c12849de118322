import { paths } from '../../shared/paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Record } from '../ui/Record.tsx'
import { Page, PageHeading, usePageTitle } from './Page.tsx'

/** What stands where no page is. */
export default function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <Page>
      <div className="flex flex-col items-center gap-6 py-8 text-center">
        <Record label="404" className="size-48 rotate-12 sm:size-56" />
        <PageHeading>Page not found</PageHeading>
        <p className="max-w-form text-muted">This groove leads nowhere. It may have moved, or never been pressed.</p>
        <div className="flex gap-3">
          <ButtonLink href={paths.home()} variant="primary">
            Home
          </ButtonLink>
          <ButtonLink href={paths.albums()}>Explore Albums</ButtonLink>
        </div>
      </div>
    </Page>
  )
}
