import { Link } from 'wouter'
import type { ListCard as List } from '../../shared/lists.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { VisuallyHidden } from '../ui/Hidden.tsx'
import { HiddenMark } from '../ui/HiddenMark.tsx'
import { fullCount } from '../ui/numbers.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CountIcon } from './CountIcon.tsx'
import { ListLevel } from './ListLevel.tsx'
import { Stack } from './Stack.tsx'

type ListCardProps = {
  list: List
  noDescription: string
  eager?: boolean
}

/** Its page must contain CountShapes. */
export function ListCard({ list, noDescription, eager = false }: ListCardProps) {
  const { name, description, visibility, owner, albumCount, likeCount, commentCount, covers } = list
  return (
    <article className="group relative">
      <Stack albums={covers} eager={eager} />
      <h3 className="heading mt-4 text-lg leading-6">
        {/* The pseudo-element of this link covers the card; the owner's link is above it. */}
        <Link
          href={paths.list(list.id)}
          className={
            'line-clamp-1 rounded-sleeve decoration-1 underline-offset-4 group-hover:underline ' +
            'after:absolute after:inset-0 after:rounded-sleeve'
          }
        >
          {name}
        </Link>
      </h3>
      {/* Always two lines high, so that the cards of a row are aligned. */}
      <p className="mt-1 line-clamp-2 min-h-10 text-sm text-muted">{description || noDescription}</p>
      {list.hidden && (
        <p className="mt-2">
          <HiddenMark />
        </p>
      )}
      <div className="mt-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <Link
          href={paths.profile(owner.nickname)}
          className={
            'tap flex max-w-max min-w-0 grow basis-28 items-center gap-2 rounded-full underline-offset-4 ' +
            'hover:text-ink hover:underline'
          }
        >
          <Avatar nickname={owner.nickname} src={owner.avatar} size="sm" />
          <span className="truncate font-semibold">{owner.nickname}</span>
        </Link>
        <span className="flex shrink-0 items-center gap-3.5 lg:ml-auto max-sm:ml-auto">
          <ListLevel visibility={visibility} />
          <span>{texts.catalog.albumCount(albumCount)}</span>
          <Count of="likes" count={likeCount} name={texts.likes.count(likeCount)} />
          <Count of="comments" count={commentCount} name={texts.comments.count(commentCount)} />
        </span>
      </div>
    </article>
  )
}

function Count({ of: kind, count, name }: { of: 'likes' | 'comments'; count: number; name: string }) {
  return (
    <span title={name} className="flex items-center gap-1.5">
      <CountIcon of={kind} />
      <span aria-hidden="true">{fullCount(count)}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

export function ListCardSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="aspect-100/46">
        <Skeleton className="h-full w-[46%] rounded-sleeve" />
      </div>
      <div className="mt-4 flex h-6 items-center">
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="mt-1 h-10 space-y-2.5 pt-1">
        <Skeleton className="h-3" />
        <Skeleton className="h-3 w-4/5" />
      </div>
      <div className="mt-3 flex h-8 items-center gap-2">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-3 w-24" />
      </div>
    </div>
  )
}
