import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { Record } from '../ui/Record.tsx'

const places = [
  { text: 'Discover', href: paths.lists() },
  { text: 'Albums', href: paths.albums() },
  { text: 'Artists', href: paths.artists() },
  { text: 'Profile', href: paths.ownProfile() },
]

/** The server says so when stand-ins take the place of the real services. */
const isDemo = document.querySelector('meta[name="plak-demo"]') !== null

/** The foot of every page. */
export function Footer() {
  return (
    <footer className="mt-12 border-t border-line text-sm text-muted">
      <div
        className={
          'mx-auto flex max-w-page flex-col gap-6 px-4 pt-10 pb-6 sm:px-6 ' +
          'md:flex-row md:items-center md:justify-between'
        }
      >
        <p className="flex items-center gap-3">
          <Record className="size-6 shrink-0 rounded-full ring-1 ring-line" />
          Track, discover and share your musical journey
        </p>
        <nav aria-label="Footer" className="-mx-2 flex flex-wrap">
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
      <div className="mx-auto max-w-page space-y-1 px-4 pb-10 sm:px-6">
        {isDemo && (
          <p>This is a demo: the catalogue and its covers are the demo’s own, not the music service’s.</p>
        )}
        {/* The terms of the service ask for these words and this link. */}
        <p>
          Album and artist data{' '}
          <a
            href="https://www.last.fm/api"
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-sleeve underline underline-offset-2 hover:text-ink"
          >
            powered by AudioScrobbler
          </a>
        </p>
      </div>
    </footer>
  )
}
