import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'
import { Page, PageHeading, Section, usePageTitle } from '../layout/Page.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Record } from '../ui/Record.tsx'
import { RandomLists } from './RandomLists.tsx'
import { TrendingAlbums } from './TrendingAlbums.tsx'

const blurbs = [
  { title: 'Create Collection', text: 'Mark every album you have heard and keep the ones you love within reach.' },
  { title: 'Make Comments', text: 'Rate in half stars, write down what you heard, and talk about it with others.' },
  { title: 'Discover', text: 'Follow people whose ears you trust and see what they play, as they play it.' },
]

/** The landing page. */
export default function HomePage() {
  usePageTitle(undefined)
  const { viewer } = useViewer()
  return (
    <>
      <div className="overflow-hidden border-b border-line">
        <Page className="relative max-sm:pb-40 sm:py-16">
          <Record
            label="PLAK"
            className={
              'absolute -right-24 -bottom-36 size-72 rotate-12 ' +
              'sm:top-1/2 sm:-right-56 sm:bottom-auto sm:size-110 sm:-translate-y-1/2 lg:-right-16 lg:size-136'
            }
          />
          <div className="relative max-w-2xl">
            <PageHeading className="text-4xl">Record Your Musical Journey</PageHeading>
            <p className="mt-6 max-w-md text-lg text-muted">
              Log the albums you listen to, rate and review them, and see what the people you follow hear.
            </p>
            {!viewer && (
              <ButtonLink href={paths.register()} variant="primary" className="mt-8">
                Get Started
              </ButtonLink>
            )}
          </div>
        </Page>
      </div>
      <Page>
        <Section title="Discover Music Lists" more={{ text: 'View All', href: paths.lists() }}>
          <RandomLists />
        </Section>
        <Section title="Trending Albums" className="mt-16" more={{ text: 'View All', href: paths.albums() }}>
          <TrendingAlbums />
        </Section>
        <ul className="mt-16 grid gap-8 border-t border-line pt-10 sm:grid-cols-3 sm:gap-10">
          {blurbs.map(({ title, text }) => (
            <li key={title}>
              <h2 className="heading text-lg">{title}</h2>
              <p className="mt-1 max-w-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Page>
    </>
  )
}
