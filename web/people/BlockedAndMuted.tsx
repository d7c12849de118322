import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { forEver, type BlockedOrMutedCard } from '../../shared/people.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { InlineError } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useUnblock, useUnmute } from './usePeople.ts'

export default function BlockedAndMuted() {
  const query = trpc.people.blockedAndMuted.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0 },
  )
  const { data, error, isFetching, hasNextPage, refetch } = query
  const text = errorText(error, texts.people.blockedAndMutedFailed)
  if (!data) {
    if (!error) return <Skeleton className="h-14" />
    return <InlineError text={text} onRetry={() => void refetch()} busy={isFetching} />
  }
  const people = data.pages.flatMap(({ items }) => items)
  if (people.length === 0) return <p className="text-muted">{texts.people.noneBlockedOrMuted}</p>
  return (
    <>
      <ul aria-label={texts.people.blockedAndMuted} className="-mt-2 divide-y divide-line">
        {people.map((card) => (
          <Person key={card.nickname} card={card} />
        ))}
      </ul>
      {hasNextPage && <EndlessEnd query={query} text={text} />}
    </>
  )
}

function Person({ card }: { card: BlockedOrMutedCard }) {
  const { nickname, avatar, isBlocked } = card
  const [unblock, unmute] = [useUnblock(), useUnmute()]
  const { unblock: toUnblock, unblockPerson, unmute: toUnmute, unmutePerson } = texts.people
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Avatar nickname={nickname} src={avatar} />
      <div className="min-w-0 flex-1">
        {/* Profiles of blocked users are not accessible. */}
        {isBlocked ? (
          <p className="truncate font-semibold">{nickname}</p>
        ) : (
          <Link
            href={paths.profile(nickname)}
            className="tap flex max-w-full rounded-sleeve font-semibold underline-offset-4 hover:underline"
          >
            <span className="truncate">{nickname}</span>
          </Link>
        )}
        <p className="text-sm text-muted">
          <State card={card} />
        </p>
      </div>
      {/* On a phone the buttons do not fit next to a name. */}
      <span className="flex items-center gap-3 max-sm:w-full max-sm:pl-13 sm:-mr-2">
        <Button
          size="sm"
          aria-label={(isBlocked ? unblockPerson : unmutePerson)(nickname)}
          onClick={() => (isBlocked ? unblock : unmute)(nickname)}
        >
          {isBlocked ? toUnblock : toUnmute}
        </Button>
        <ReportButton thing={{ account: nickname }} nickname={nickname} />
      </span>
    </li>
  )
}

function State({ card: { mutedUntil } }: { card: BlockedOrMutedCard }) {
  if (mutedUntil === null) return texts.people.isBlocked
  if (mutedUntil === forEver) return texts.people.mutedForEver
  const moment = new Date(mutedUntil).toLocaleString(texts.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return `${texts.people.mutedUntil} ${moment}`
}
