import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { classes } from '../ui/classes.ts'

/** How a tag looks wherever one is shown. */
export const tagChip = 'rounded-full bg-sunken text-sm font-medium text-muted wrap-anywhere'

type TagLinksProps = {
  nickname: string
  /** undefined on a page that a version without tags kept on the device */
  tags: readonly string[] | undefined
  className?: string
}

/** The tags of a person's listening, each a link to its page; nothing where there are none. */
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
