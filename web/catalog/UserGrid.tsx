import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { UserFound } from '../../shared/users.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

const grid = '-mx-3 grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3'
const row = 'flex items-center gap-4 rounded-panel p-3'

export function UserGrid({ users, label }: { users: UserFound[]; label: string }) {
  return (
    <ul aria-label={label} className={grid}>
      {users.map(({ nickname, avatar, bio }) => (
        <li key={nickname} className="min-w-0">
          <Link
            href={paths.profile(nickname)}
            className={`${row} -outline-offset-2 transition-colors duration-100 hover:bg-sunken`}
          >
            <Avatar nickname={nickname} src={avatar} className="size-14 text-lg" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{nickname}</span>
              {bio && <span className="line-clamp-1 text-sm text-muted">{bio}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function UserGridSkeleton({ count }: { count: number }) {
  return (
    <div className={grid}>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true" className={row}>
          <Skeleton className="size-14 shrink-0 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="mt-2.5 h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
