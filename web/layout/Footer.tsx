import { Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { InBrowser, useFacts } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { Record } from '../ui/Record.tsx'

const places = [
  { text: texts.discover, href: paths.lists() },
  { text: texts.catalog.albums, href: paths.albums() },
  { text: texts.catalog.artists, href: paths.artists() },
  { text: texts.profile, href: paths.ownProfile() },
]

const Preferences = lazyPage(() => import('../preferences/Preferences.tsx'))

/** Lazy: most instances have no links. */
const FooterLinks = lazyPage(() => import('./FooterLinks.tsx'))

export function Footer() {
  const { isDemo, isMusicBrainz, links } = useFacts()
  return (
    <footer className="mt-12 border-t border-line text-sm text-muted">
      <div
        className={
          'mx-auto flex max-w-page flex-col gap-6 edges pt-10 pb-6 ' +
          'md:flex-row md:items-center md:justify-between'
        }
      >
        <p className="flex items-center gap-3">
          <Record className="size-6 shrink-0 rounded-full ring-1 ring-line" />
          {texts.layout.slogan}
        </p>
        <nav aria-label={texts.layout.footer} className="-mx-2 flex flex-wrap">
          {places.map(({ text, href }) => (
            <Link
              key={href}
              href={href}
              className="flex h-11 items-center rounded-control px-2 font-semibold hover:text-ink md:px-3"
            >
              {text}
            </Link>
          ))}
        </nav>
      </div>
      <div className="mx-auto max-w-page space-y-1 edges pb-10">
        {/* Reserves the height of the lazy content: two rows on a phone. */}
        <div className="min-h-24 sm:min-h-12">
          <InBrowser>
            <Suspense>
              <Preferences />
            </Suspense>
          </InBrowser>
        </div>
        {links.length > 0 && (
          <div className="min-h-11">
            <InBrowser>
              <Suspense>
                <FooterLinks urls={links} />
              </Suspense>
            </InBrowser>
          </div>
        )}
        {isDemo && <p>{texts.layout.demo}</p>}
        {/* The terms of Last.fm require this text and link. */}
        <p>
          {texts.layout.data}{' '}
          <a
            href={isMusicBrainz ? 'https://musicbrainz.org' : 'https://www.last.fm/api'}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-sleeve underline underline-offset-2 hover:text-ink"
          >
            {isMusicBrainz ? texts.layout.fromMusicBrainz : texts.layout.poweredBy}
          </a>
          {' · '}
          <span className="whitespace-nowrap">Plak {import.meta.env.VERSION}</span>
          {' · '}
          <a href={paths.licenses()} className="rounded-sleeve underline underline-offset-2 hover:text-ink">
            {texts.layout.licenses}
          </a>
        </p>
      </div>
    </footer>
  )
}
