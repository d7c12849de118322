import { Suspense } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Page, PageHeading, Section, usePageTitle } from '../ui/Page.tsx'
import { Record } from '../ui/Record.tsx'
import { ForYou } from './own.ts'
import { RandomLists } from './RandomLists.tsx'
import { TrendingAlbums } from './TrendingAlbums.tsx'

const blurbs = [
  { title: texts.home.collect, text: texts.home.collectHow },
  { title: texts.home.comment, text: texts.home.commentHow },
  { title: texts.discover, text: texts.home.discoverHow },
]

export default function HomePage() {
  usePageTitle(undefined)
  const { viewer } = useViewer()
  return (
    <>
      {viewer ? (
        // The height of its beginning, for a visitor who has just logged in.
        <Suspense fallback={<div className="min-h-96" />}>
          <ForYou key={viewer.nickname} />
        </Suspense>
      ) : (
        <Hero />
      )}
      <Page>
        <Section title={texts.home.discoverLists} more={{ text: texts.viewAll, href: paths.lists() }}>
          <RandomLists />
        </Section>
        <Section
          title={texts.home.trending}
          className="mt-16"
          more={{ text: texts.viewAll, href: paths.albums() }}
        >
          <TrendingAlbums />
        </Section>
        <ul className="mt-16 grid grid-cols-1 gap-8 border-t border-line pt-10 sm:grid-cols-3 sm:gap-10">
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

function Hero() {
  return (
    <div className="overflow-hidden border-b border-line">
      <Page className="relative max-sm:pb-40 sm:py-16">
        <Record
          label="PLAK"
          className={
            'absolute -right-24 -bottom-36 size-72 rotate-12 ' +
            'sm:top-1/2 sm:-right-72 sm:bottom-auto sm:size-110 sm:-translate-y-1/2 lg:-right-16 lg:size-136'
          }
        />
        <div className="relative max-w-2xl">
          <PageHeading className="text-4xl">{texts.home.title}</PageHeading>
          <p className="mt-6 max-w-md text-lg text-muted">{texts.home.lead}</p>
          <ButtonLink href={paths.register()} variant="primary" className="mt-8">
            {texts.home.start}
          </ButtonLink>
        </div>
      </Page>
    </div>
  )
}
