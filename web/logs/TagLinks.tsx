import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { classes } from '../ui/classes.ts'

export const tagChip = 'rounded-full bg-sunken text-sm font-medium text-muted wrap-anywhere'

type TagLinksProps = {
  nickname: string
  /** undefined on an offline copy of a page from a version without tags */
  tags: readonly string[] | undefined
  className?: string
}

export function TagLinks({ nickname, tags = [], className }: TagLinksProps) {
  if (tags.length === 0) return null
  return (
    <ul className={classes('flex flex-wrap gap-1.5 pointer-coarse:gap-y-5', className)}>
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            href={paths.tag(nickname, tag)}
            className={`${tagChip} tap block px-2.5 py-0.5 transition-colors duration-150 hover:bg-lifted hover:text-ink`}
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
