import { useId } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { Suggestion } from '../../shared/suggestions.ts'
import { FollowButton } from '../follows/FollowButton.tsx'
import type { Suggested } from '../follows/useFollow.ts'
import { texts } from '../texts/arriving.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

const grid = 'grid grid-cols-1 gap-x-8 gap-y-2 md:grid-cols-2 xl:grid-cols-3'

/** `relation` is set once the viewer has followed them here. */
type ShownPerson = Suggestion & Suggested

export function SuggestedPeople({ people, label }: { people: readonly ShownPerson[]; label: string }) {
  return (
    <ul aria-label={label} className={grid}>
      {people.map((person) => (
        <Person key={person.nickname} person={person} />
      ))}
    </ul>
  )
}

function Person({ person }: { person: ShownPerson }) {
  const { nickname, avatar, relation = 'none' } = person
  const name = useId()
  return (
    <li className="flex min-h-16 min-w-0 items-center gap-3">
      {/* Hidden from screen readers: the nickname next to it is the same link. */}
      <Link href={paths.profile(nickname)} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Avatar nickname={nickname} src={avatar} />
      </Link>
      <div className="min-w-0 flex-1 py-2">
        <Link
          href={paths.profile(nickname)}
          className="tap block rounded-sleeve font-semibold underline-offset-4 hover:underline"
        >
          <span id={name} className="block truncate">
            {nickname}
          </span>
        </Link>
        <p className="line-clamp-3 text-sm text-muted">{reasonFor(person)}</p>
      </div>
      <FollowButton nickname={nickname} relation={relation} size="sm" describedBy={name} />
    </li>
  )
}

function reasonFor({ albums, more, followers }: Suggestion): string {
  const [album, other, ...others] = albums
  if (album === undefined) return texts.arriving.followedBy(followers)
  if (other === undefined) return texts.arriving.alsoLoves(album)
  const count = more + others.length
  return count > 0
    ? texts.arriving.alsoLovesMore(album, other, count)
    : texts.arriving.alsoLovesBoth(album, other)
}

export function PeopleSkeleton({ count }: { count: number }) {
  return (
    <div className={grid}>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex min-h-16 items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="mt-2 h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
