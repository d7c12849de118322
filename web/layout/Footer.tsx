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
          'mx-auto flex max-w-page flex-col gap-6 px-4 py-10 sm:px-6 ' +
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
      {isDemo && (
        <p className="mx-auto max-w-page px-4 pb-8 sm:px-6">
          This is a demo: the catalogue and its covers are the demo’s own, not the music service’s.
        </p>
      )}
    </footer>
  )
}
