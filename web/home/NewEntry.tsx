import { Link } from 'wouter'
import type { ActivityEntry } from '../../shared/activity.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/arriving.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Byline } from '../ui/Byline.tsx'
import { Cover } from '../ui/Cover.tsx'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Stars } from '../ui/Stars.tsx'

/** An entry of the feed in short. */
export function NewEntry({ entry }: { entry: ActivityEntry }) {
  const { user, album, rating, favorite, createdAt } = entry
  return (
    <li className="min-w-0">
      <article aria-label={texts.activity.logged(user.nickname, album.name)} className="flex gap-4">
        {/* Hidden from screen readers: the title next to it is the same link. */}
        <Link href={paths.album(album)} tabIndex={-1} aria-hidden="true" className="shrink-0 self-start">
          <Cover album={album} size="md" eager />
        </Link>
        <div className="min-w-0 flex-1">
          <div className="mb-1.5 flex items-center gap-2">
            <Link
              href={paths.profile(user.nickname)}
              className="tap tap-above flex min-w-0 items-center gap-2 rounded-full text-sm font-semibold underline-offset-4 hover:underline"
            >
              <Avatar nickname={user.nickname} src={user.avatar} size="xs" />
              <span className="truncate">{user.nickname}</span>
            </Link>
            <RelativeTime iso={createdAt} className="shrink-0 text-sm text-muted" />
          </div>
          <Link
            href={paths.album(album)}
            className="tap tap-below block rounded-sleeve font-semibold underline-offset-2 hover:underline"
          >
            <span className="line-clamp-2">{album.name}</span>
          </Link>
          <Byline album={album} className="text-sm" />
          {(rating > 0 || favorite) && (
            <p className="mt-1.5 flex items-center gap-2">
              <Stars rating={rating} className="h-4" />
              {favorite && <HeartMark className="size-4" />}
            </p>
          )}
        </div>
      </article>
    </li>
  )
}
