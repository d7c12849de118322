import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { textLink } from '../ui/Page.tsx'

type ProfileWayProps = { nickname: string; withTags?: boolean }

export function ProfileWay({ nickname, withTags = false }: ProfileWayProps) {
  return (
    <p className="mt-3 mb-4 flex flex-wrap gap-x-5 gap-y-2 lg:mt-0">
      <Link href={paths.profile(nickname)} className={textLink}>
        {nickname}
      </Link>
      {withTags && (
        <Link href={paths.tags(nickname)} className={textLink}>
          {texts.tags.title}
        </Link>
      )}
    </p>
  )
}
