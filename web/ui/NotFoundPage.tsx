import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { ButtonLink } from './Button.tsx'
import { Page, PageHeading, usePageTitle } from './Page.tsx'
import { LargeRecord } from './Record.tsx'

export default function NotFoundPage() {
  usePageTitle(texts.layout.pageNotFound)
  return (
    <Page>
      <div className="flex flex-col items-center gap-6 py-8 text-center">
        <LargeRecord label="404" />
        <PageHeading>{texts.layout.pageNotFound}</PageHeading>
        <p className="max-w-form text-muted">{texts.layout.pageNotFoundHint}</p>
        <div className="flex gap-3">
          <ButtonLink href={paths.home()} variant="primary">
            {texts.toHome}
          </ButtonLink>
          <ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>
        </div>
      </div>
    </Page>
  )
}
