import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { usePathname } from '../lib/navigation.ts'
import { classes } from '../ui/classes.ts'

const places = [
  { text: texts.activity.title, href: paths.activity(), within: /^\/activity/, signedIn: true },
  { text: texts.lists.title, href: paths.lists(), within: /^\/lists?(\/|$)/, signedIn: false },
  { text: texts.catalog.albums, href: paths.albums(), within: /^\/albums?(\/|$)/, signedIn: false },
  { text: texts.catalog.artists, href: paths.artists(), within: /^\/artists?(\/|$)/, signedIn: false },
]

/** The links of the top bar; the one that leads to where we are is marked. */
export function NavLinks({ className }: { className: string }) {
  const path = usePathname()
  const { viewer } = useViewer()
  return places
    .filter((place) => viewer || !place.signedIn)
    .map(({ text, href, within }) => (
      <Link
        key={href}
        href={href}
        aria-current={within.test(path) ? 'page' : undefined}
        className={classes(
          'rounded-control font-semibold transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink',
          className,
        )}
      >
        {text}
      </Link>
    ))
}
