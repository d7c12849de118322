import { Link } from 'wouter'
import { matchPage, pages } from '../../shared/pages.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { usePathname } from '../lib/navigation.ts'
import { classes } from '../ui/classes.ts'

const sections = Object.entries(pages).filter(([name, { section }]) => section === name)

export function NavLinks({ className }: { className: string }) {
  const path = usePathname()
  const { viewer } = useViewer()
  const match = matchPage(path)
  const currentSection = match && pages[match.name].section
  return sections
    .filter(([, { isPersonal }]) => viewer || !isPersonal)
    .map(([name, { path: href, title }]) => (
      <Link
        key={name}
        href={href}
        aria-current={name === currentSection ? 'page' : undefined}
        className={classes(
          'rounded-control font-semibold transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink',
          className,
        )}
      >
        {title?.(texts)}
      </Link>
    ))
}
