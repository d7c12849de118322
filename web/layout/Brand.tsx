import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { Record } from '../ui/Record.tsx'

export function Brand() {
  return (
    <Link
      href={paths.home()}
      aria-label="Plak"
      className="tap group flex shrink-0 items-center gap-2.5 rounded-control"
    >
      <Record
        className={
          'size-8 rounded-full ring-1 ring-line transition-transform duration-500 ease-settle group-hover:rotate-90'
        }
      />
      <span className="display hidden text-xl sm:inline">Plak</span>
    </Link>
  )
}
